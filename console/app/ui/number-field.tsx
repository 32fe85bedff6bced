/**
 * A number with the decimal separator of the locale; the only input for numbers. A text that is no number, such as a lone
 * minus, is an error next to the input, and keeps its form from being sent. A number out of bounds is not changed in silence:
 * the form or the service says so.
 */
import { NumberInput, type NumberInputProps } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useFormInputs, useInvalidEntry } from '../form/form-context.ts';
import { formTexts } from '../texts/form.ts';
import { useLanguage } from '../texts/language.tsx';
import { useTexts } from '../texts/texts.ts';

interface NumberFieldProps
  extends Pick<
    NumberInputProps,
    'min' | 'max' | 'step' | 'decimalScale' | 'allowDecimal' | 'size' | 'w' | 'placeholder'
  > {
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly label?: string;
  readonly 'aria-label'?: string;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly withAsterisk?: boolean;
  readonly disabled?: boolean;
}

export function NumberField({ value, onChange, error, ...props }: NumberFieldProps) {
  const t = useTexts(formTexts);
  const { locale } = useLanguage();
  const { attempts } = useFormInputs();
  const input = useRef<HTMLInputElement>(null);
  /** While somebody types: `-`, `-0` or `1.0` may become a longer number. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const [attempted, setAttempted] = useState(attempts);
  const message = typed !== null && numberIn(typed) === undefined ? t.invalidNumber(typed) : null;
  const label = props.label ?? props['aria-label'] ?? '';
  useInvalidEntry(message === null ? null : { label, message, element: () => input.current });
  const isShown = message !== null && (isLeft || attempts > attempted);
  return (
    <NumberInput
      {...props}
      ref={input}
      decimalSeparator={separatorOf(locale)}
      clampBehavior="none"
      error={isShown ? message : error}
      value={typed ?? value ?? ''}
      onChange={(entered) => {
        setLeft(false);
        setAttempted(attempts);
        const text = Object.is(entered, -0) ? '-0' : String(entered);
        setTyped(text === '' ? null : text);
        onChange(numberIn(text) ?? null);
      }}
      onBlur={(event) => {
        // As for dates: a click on a button judges the entry itself.
        setLeft(!(event.relatedTarget instanceof HTMLButtonElement));
        if (message === null) setTyped(null);
      }}
    />
  );
}

/** Undefined: not a number, or one that would be rounded. */
function numberIn(typed: string): number | null | undefined {
  if (typed === '') return null;
  const read = Number(typed);
  return Number.isFinite(read) && Math.abs(read) <= Number.MAX_SAFE_INTEGER ? read : undefined;
}

const separatorOf = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
