/** Asks before an action that cannot be undone. */
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { Dialog } from './dialog.tsx';
import { ProblemNotice } from './states.tsx';

export interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** The consequences; by default that it cannot be undone. */
  readonly children?: ReactNode;
  readonly confirmLabel?: string;
  readonly cancelLabel?: string;
  readonly isBusy?: boolean;
  /** The action loses no data. */
  readonly isHarmless?: boolean;
  /** The error of the last attempt. */
  readonly error?: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirmLabel,
  cancelLabel,
  isBusy = false,
  isHarmless = false,
  error,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const t = useTexts(shellTexts);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <Stack gap="md">
        <Text size="sm" component="div">
          {children ?? t.cannotUndo}
        </Text>
        {error != null && <ProblemNotice error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {cancelLabel ?? t.cancel}
          </Button>
          <Button {...(!isHarmless && { color: 'red.9' })} onClick={onConfirm} loading={isBusy}>
            {confirmLabel ?? t.delete}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
