/** Why several requests are denied: the same reason for all. */
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { formTexts } from '../../texts/form.ts';
import { useFormats } from '../../texts/formats.ts';
import { leaveDeskTexts } from '../../texts/leave-desk.ts';
import { leaveTexts } from '../../texts/leaves.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';

interface DenialDialogProps {
  readonly isOpen: boolean;
  readonly count: number;
  readonly onConfirm: (comment: string) => void;
  readonly onClose: () => void;
}

/** As the service wants it. */
const shortest = 5;

export function DenialDialog({ isOpen, count, onConfirm, onClose }: DenialDialogProps) {
  const t = useTexts(leaveTexts).requests;
  const desk = useTexts(leaveDeskTexts).decide;
  const { atLeast } = useTexts(formTexts);
  const { cancel } = useTexts(shellTexts);
  const { number } = useFormats();
  const [comment, setComment] = useState('');
  const [isTried, setTried] = useState(false);
  const isShort = comment.trim().length < shortest;
  const confirm = () => {
    setTried(true);
    if (!isShort) onConfirm(comment.trim());
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      // A reason that was typed is not lost by a key or a click next to it.
      closeOnEscape={comment === ''}
      closeOnClickOutside={comment === ''}
      title={<Text fw={600}>{desk.denyTitle(number(count))}</Text>}
    >
      <Stack gap="md">
        <Textarea
          label={t.comment}
          description={t.commentHint}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          error={isTried && isShort ? atLeast(number(shortest)) : null}
          autosize
          minRows={3}
          withAsterisk
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button color="red.9" onClick={confirm}>
            {t.deny}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
