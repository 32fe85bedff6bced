import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the single input of a step, so that the person can type at once. */
export function useFocused(): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return input;
}
