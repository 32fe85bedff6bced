/** A value with a copy button, such as a secret that is shown once. */
import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';

export interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly description?: string;
}

export function CopyField({ label, value, description }: CopyFieldProps) {
  const t = useTexts(shellTexts);
  const clipboard = useClipboard({ timeout: 2000 });
  const word = clipboard.copied ? t.copied : t.copy;
  return (
    <TextInput
      label={label}
      {...(description !== undefined && { description })}
      value={value}
      readOnly
      data-copy
      onFocus={(event) => event.currentTarget.select()}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      rightSection={
        <Tooltip label={word}>
          <ActionIcon variant="subtle" aria-label={`${word}: ${label}`} onClick={() => clipboard.copy(value)}>
            {clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        </Tooltip>
      }
    />
  );
}
