import { type RefObject, useEffect, useRef } from 'react';

/** For the one input that a step is about: anyone who gets there can type at once. */
export function useFocused(): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return input;
}
