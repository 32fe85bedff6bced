/** A success that can be undone: the notification has a button, and reports what became of it. */
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { mayBeRepeated } from '../data/problems.ts';
import { notify, notifyError } from './notify.ts';

interface Undoable {
  readonly message: string;
  readonly undoLabel: string;
  readonly undoneMessage: string;
  readonly undo: () => Promise<unknown>;
  readonly sentenceOf: (error: unknown) => string;
}

/** Long enough to read the result on the page and decide. */
const shownMs = 30_000;

export function notifyUndo(undoable: Undoable): void {
  const { message, undoLabel, undoneMessage, undo, sentenceOf } = undoable;
  const id = `undo ${Date.now()}`;
  const run = async () => {
    notifications.hide(id);
    try {
      await undo();
      notify(undoneMessage);
    } catch (error) {
      notifyError(sentenceOf(error));
      if (mayBeRepeated(error)) notifyUndo(undoable);
    }
  };
  notifications.show({
    id,
    color: 'teal',
    autoClose: shownMs,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="default" onClick={run}>
          {undoLabel}
        </Button>
      </Group>
    ),
  });
}
