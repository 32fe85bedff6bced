import { TextInput } from '@mantine/core';
import { useFocused } from '../../ui/focused.ts';

interface CodeInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
}

/** Six digits of an authenticator app, which browsers and password managers can fill in. */
export function CodeInput({ label, value, onChange }: CodeInputProps) {
  const input = useFocused();
  return (
    <TextInput
      ref={input}
      label={label}
      required
      withAsterisk={false}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]{6}"
      maxLength={6}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, ''))}
      styles={{ input: { letterSpacing: '0.3em', fontVariantNumeric: 'tabular-nums' } }}
    />
  );
}
