import { Alert, Button, Group, Text } from '@mantine/core';
import { organizationTexts } from '../../texts/organization.ts';
import type { Words } from '../../texts/part.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import type { Moves } from './department-moves.ts';

/** Reports a move, also to screen readers, and offers to undo it. */
export function MoveNotice({ moves }: { readonly moves: Moves }) {
  const t = useTexts(organizationTexts).departments;
  const { close } = useTexts(shellTexts);
  const { done } = moves;
  return (
    <div role="status">
      {done && (
        <Alert
          color="teal"
          variant="light"
          mb="sm"
          py="xs"
          withCloseButton
          closeButtonLabel={close}
          onClose={moves.dismiss}
          c="var(--mantine-color-text)"
        >
          <Group gap="sm">
            <Text size="sm">{sentenceOf(moves, t)}</Text>
            {!done.isUndone && (
              <Button size="compact-sm" variant="default" onClick={moves.undo} loading={moves.isBusy}>
                {t.undo}
              </Button>
            )}
          </Group>
        </Alert>
      )}
    </div>
  );
}

function sentenceOf({ done, all }: Moves, t: Words<typeof organizationTexts>['departments']): string {
  const name = done?.department.name ?? '';
  if (done?.isUndone) return t.undone(name);
  const parent = all.find(({ id }) => id === done?.to.parentId);
  return parent ? t.moved(name, parent.name) : t.movedToRoot(name);
}
