/** A day and a time of day. The value has the format `2026-03-01T14:30` in the time zone of the person; empty for none. */
import { TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useFormInputs, useInvalidEntry } from '../form/form-context.ts';
import { formTexts } from '../texts/form.ts';
import { useTexts } from '../texts/texts.ts';
import { DayInput } from './day-input.tsx';

interface MomentInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly isRequired?: boolean;
  /** Of a new value, before somebody enters one. */
  readonly defaultTime: string;
}

export function MomentInput({ label, value, onChange, description, error, isRequired, defaultTime }: MomentInputProps) {
  const t = useTexts(formTexts);
  const [day = '', time = ''] = value.split('T');
  return (
    <DayInput
      label={label}
      {...(description !== undefined && { description })}
      {...(error !== undefined && { error })}
      isRequired={isRequired ?? false}
      isClearable={!isRequired}
      value={day === '' ? null : day}
      onChange={(changed) => onChange(changed === null ? '' : `${changed}T${time || defaultTime}`)}
      sibling={
        <TimeInput
          aria-label={`${label}: ${t.time}`}
          value={day === '' ? '' : time}
          isDisabled={day === ''}
          onChange={(changed) => onChange(`${day}T${changed}`)}
        />
      }
    />
  );
}

interface TimeInputProps {
  readonly label?: string;
  readonly 'aria-label'?: string;
  readonly value: string;
  readonly isDisabled?: boolean;
  readonly onChange: (time: string) => void;
}

const timeOf = (typed: string): string | null => {
  const [, hour = '', minute = '00'] = /^(\d{1,2})(?:[:.h ](\d\d))?$/.exec(typed.trim()) ?? [];
  return hour !== '' && Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : null;
};

/** `14:30`, also typed as 14.30 or 14; anything else is an error, never the old time. */
export function TimeInput({ value, onChange, isDisabled = false, label, ...props }: TimeInputProps) {
  const t = useTexts(formTexts);
  const { attempts } = useFormInputs();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const problem = typed !== null && timeOf(typed) === null ? t.invalidTime : null;
  const name = label ?? props['aria-label'] ?? t.time;
  useInvalidEntry(problem === null ? null : { label: name, message: problem, element: () => input.current });
  const isShown = problem !== null && (isLeft || attempts > 0);
  return (
    <TextInput
      ref={input}
      w={90}
      {...(label !== undefined && { label })}
      {...(props['aria-label'] !== undefined && { 'aria-label': props['aria-label'] })}
      {...(isShown && { error: problem })}
      placeholder="14:30"
      autoComplete="off"
      disabled={isDisabled}
      value={typed ?? value}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setLeft(false);
        const time = timeOf(event.currentTarget.value);
        if (time !== null) onChange(time);
      }}
      onBlur={(event) => {
        setLeft(!(event.relatedTarget instanceof HTMLButtonElement));
        if (problem === null) setTyped(null);
      }}
    />
  );
}
