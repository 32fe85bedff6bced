/** What an import has written, with links, and its undo. */
import { Alert, Anchor, Badge, Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import { importables } from '@muster/contract/importables.ts';
import type { ImportedCollection } from '@muster/contract/resources/imports.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { mayBeRepeated } from '../../data/problems.ts';
import { useErrorWords } from '../../form/error-words.ts';
import { type AnyRow, nameOf } from '../../resource/naming.ts';
import { useFormats } from '../../texts/formats.ts';
import { importTexts } from '../../texts/imports.ts';
import { useLanguage } from '../../texts/language.tsx';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Counts } from './check-panel.tsx';
import type { ImportRun } from './import-run.ts';
import { canRemove, isUndoable, type Undone, undoAll, type WrittenRow } from './undo.ts';

interface ResultPanelProps {
  readonly collection: ImportedCollection;
  readonly run: ImportRun;
  readonly written: readonly WrittenRow[];
  readonly onAnother: () => void;
}

/** More are found in the table of the collection. */
const shownMax = 200;

export function ResultPanel({ collection, run, written, onAnother }: ResultPanelProps) {
  const t = useTexts(importTexts);
  const { number } = useFormats();
  const { resource } = importables[collection];
  const { undone, waiting, done, undo, isRunning } = useUndo(collection, written);
  const [isAsking, setAsking] = useState(false);
  const sentence =
    run.status === 'cancelled' ? t.cancelled : run.status === 'failed' ? t.failed(run.failureReason ?? '') : t.done;
  const fresh = written.filter(({ isNew }) => isNew);
  const removed = canRemove(resource) ? fresh.length : 0;
  return (
    <Panel title={t.result}>
      <Stack gap="sm">
        <Text size="sm" role="status">
          {sentence} <Counts run={run} />
        </Text>
        {isRunning && <Progress value={(100 * done) / Math.max(waiting.length, 1)} aria-label={t.undo} animated />}
        {undone ? (
          <UndoneNotice undone={undone} kept={fresh.length - removed} />
        ) : (
          <WrittenList collection={collection} written={written} />
        )}
        <Group gap="xs">
          <Button variant="default" onClick={onAnother}>
            {t.another}
          </Button>
          {isUndoable(resource, waiting) && (
            <Button variant="default" onClick={() => (undone ? undo() : setAsking(true))} loading={isRunning}>
              {t.undo}
            </Button>
          )}
        </Group>
        {!undone && removed < fresh.length && (
          <Text size="sm" c="dimmed">
            {t.undoBefore.people}
          </Text>
        )}
      </Stack>
      <ConfirmDialog
        isOpen={isAsking}
        title={t.undoTitle}
        confirmLabel={t.undo}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          undo();
        }}
      >
        {t.undoAbout(number(removed), number(written.length - fresh.length))}
      </ConfirmDialog>
    </Panel>
  );
}

function useUndo(collection: ImportedCollection, written: readonly WrittenRow[]) {
  const queries = useQueryClient();
  const [undone, setUndone] = useState<Undone | null>(null);
  const [done, setDone] = useState(0);
  const [isRunning, setRunning] = useState(false);
  const isRepeatable = ({ error }: Undone['left'][number]) => error !== null && mayBeRepeated(error);
  // What the service was not reached for waits for another attempt, in the same order.
  const waiting = undone
    ? written.filter((row) => undone.left.some((one) => one.row === row && isRepeatable(one)))
    : written;
  const undo = async () => {
    setRunning(true);
    setDone(0);
    try {
      const now = await undoAll(importables[collection].resource, waiting, setDone);
      const before = undone ?? { done: 0, left: [] };
      const kept = before.left.filter((one) => !isRepeatable(one));
      setUndone({ done: before.done + now.done, left: [...kept, ...now.left] });
    } finally {
      setRunning(false);
      await queries.invalidateQueries();
    }
  };
  return { undone, waiting, done, undo, isRunning };
}

function UndoneNotice({ undone, kept }: { readonly undone: Undone; readonly kept: number }) {
  const t = useTexts(importTexts);
  const { number } = useFormats();
  const { locale } = useLanguage();
  const wordsOf = useErrorWords();
  return (
    <Alert color={undone.left.length > 0 ? 'yellow' : 'teal'} role="status" c="var(--mantine-color-text)">
      <Text size="sm">
        {t.undone(number(undone.done))} {kept > 0 && t.kept(number(kept))}
      </Text>
      {undone.left.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            {t.notUndone}
          </Text>
          <List size="sm">
            {undone.left.slice(0, shownMax).map(({ row, error }) => (
              <List.Item key={row.id}>
                {nameOf(row.row, locale)}: {error === null ? t.changedSince : wordsOf(error)}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  );
}

function WrittenList({ collection, written }: Pick<ResultPanelProps, 'collection' | 'written'>) {
  const t = useTexts(importTexts);
  const { number } = useFormats();
  const { locale } = useLanguage();
  if (written.length === 0) return null;
  const rest = written.length - shownMax;
  return (
    <Stack gap={4} component="section" aria-label={t.written}>
      {written.slice(0, shownMax).map(({ id, isNew, row }) => (
        <Group key={id} gap="xs" wrap="nowrap">
          <Badge variant="light" color={isNew ? 'teal' : 'blue'} c="var(--mantine-color-text)">
            {isNew ? t.isNew : t.isChanged}
          </Badge>
          <Anchor component={Link} to={addressOf(collection, row)} size="sm" truncate>
            {nameOf(row, locale)}
          </Anchor>
        </Group>
      ))}
      {rest > 0 && <Text size="sm">{t.more(number(rest))}</Text>}
    </Stack>
  );
}

/** Where the row is shown; what is about a person, on their page. */
function addressOf(collection: ImportedCollection, row: AnyRow): string {
  if (collection === 'employees') return `/people/${row.id}`;
  if (collection === 'departments') return `/departments?open=${row.id}`;
  const person = row.employee as { readonly id: string } | undefined;
  if (!person) return '/people';
  const tabs = {
    employments: 'career',
    'job-positions': 'career',
    'employee-attributes': 'attributes',
    leaves: 'leaves',
  };
  return `/people/${person.id}?tab=${tabs[collection]}`;
}
