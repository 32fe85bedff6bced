/** Why several requests are denied: the same reason for all. */
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useForm } from '../../form/use-form.ts';
import { formTexts } from '../../texts/form.ts';
import { useFormats } from '../../texts/formats.ts';
import { leaveDeskTexts } from '../../texts/leave-desk.ts';
import { leaveTexts } from '../../texts/leaves.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DecisionFailures } from './decision-failures.tsx';
import type { Failure } from './use-decisions.ts';

interface DenialDialogProps {
  readonly count: number;
  /** Of the last attempt. */
  readonly failures: readonly Failure[];
  readonly isBusy: boolean;
  /** True if all are denied. */
  readonly onConfirm: (comment: string) => Promise<boolean>;
  readonly onClose: () => void;
}

/** As the service wants it. */
const shortest = 5;

export function DenialDialog({ count, failures, isBusy, onConfirm, onClose }: DenialDialogProps) {
  const t = useTexts(leaveTexts).requests;
  const desk = useTexts(leaveDeskTexts).decide;
  const { atLeast } = useTexts(formTexts);
  const shell = useTexts(shellTexts);
  const { number } = useFormats();
  const form = useForm({ name: 'denial of several', initial: { comment: '' } });
  const { comment } = form.values;
  const [isTried, setTried] = useState(false);
  const isShort = comment.trim().length < shortest;
  const confirm = async () => {
    setTried(true);
    if (!isShort && (await onConfirm(comment.trim()))) form.release();
  };
  const cancel = () => {
    form.release();
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={cancel}
      withCloseButton={!isBusy}
      // A reason that was typed is not lost by a key or a click next to it.
      closeOnEscape={comment === ''}
      closeOnClickOutside={comment === ''}
      title={desk.denyTitle(number(count))}
    >
      <Stack gap="md">
        <DecisionFailures failures={isBusy ? [] : failures} />
        <Textarea
          label={t.comment}
          description={t.commentHint}
          value={comment}
          onChange={({ currentTarget: { value } }) => form.change(() => ({ comment: value }))}
          error={isTried && isShort ? atLeast(number(shortest)) : null}
          autosize
          minRows={3}
          withAsterisk
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={isBusy} onClick={cancel}>
            {shell.cancel}
          </Button>
          <Button color="red.9" loading={isBusy} onClick={confirm}>
            {t.deny}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
