/** The rows of a bulk change: what it would do for each person, and what became of it. */
import { Alert, Button, Group, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { useBatched } from '../../../data/batched.ts';
import { mayBeRepeated } from '../../../data/problems.ts';
import { useErrorWords } from '../../../form/error-words.ts';
import { AttributeText } from '../../../resource/attribute-text.tsx';
import { type AnyRow, nameOf } from '../../../resource/naming.ts';
import { useFormats } from '../../../texts/formats.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { shellTexts } from '../../../texts/shell.ts';
import { useTexts } from '../../../texts/texts.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';
import { ShortTable } from '../../../ui/short-table.tsx';
import { useExtensions } from './attribute-columns.tsx';
import type { BulkChange, Planned } from './bulk-plan.ts';
import type { BulkRun } from './use-bulk-run.ts';

/** The rest is counted. */
const shownMax = 200;

const fullName = ({ person }: Planned): string => `${person.givenName} ${person.familyName}`;

export function BulkPreview({
  planned,
  change,
}: {
  readonly planned: readonly Planned[];
  readonly change: BulkChange;
}) {
  const t = useTexts(workbenchTexts);
  const { number } = useFormats();
  const same = planned.filter(({ step, problem }) => step === null && problem === null).length;
  const absent = planned.filter(({ problem }) => problem === 'notEmployed').length;
  const own = planned.filter(({ problem }) => problem === 'ownManager').length;
  const after = change.kind === 'attribute' ? change.value : change.id;
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {t.bulkSummary(number(planned.length - same - absent - own), number(same), number(absent))}
        {own > 0 && ` ${t.bulkOwnManager(number(own))}`}
      </Text>
      <ScrollArea.Autosize
        mah={320}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t.preview }}
      >
        <ShortTable
          label={t.preview}
          headers={[t.person, t.before, t.after]}
          rows={planned.slice(0, shownMax).map((one) => ({
            key: one.person.id,
            cells: [
              fullName(one),
              <Held key="before" value={one.before} change={change} />,
              one.problem !== null ? (
                t[one.problem]
              ) : one.step === null ? (
                t.unchanged
              ) : (
                <Held key="after" value={after} change={change} />
              ),
            ],
          }))}
        />
      </ScrollArea.Autosize>
      {planned.length > shownMax && <Text size="sm">{t.more(number(planned.length - shownMax))}</Text>}
    </Stack>
  );
}

function Held({ value, change }: { readonly value: unknown; readonly change: BulkChange }) {
  const definitions = useExtensions();
  if (value === null || value === undefined) return '–';
  if (change.kind !== 'attribute') return <TargetName kind={change.kind} id={String(value)} />;
  const definition = definitions.find(({ id }) => id === change.definitionId);
  return definition ? <AttributeText value={value} definition={definition} /> : null;
}

function TargetName({ kind, id }: { readonly kind: 'department' | 'manager'; readonly id: string }) {
  const { locale } = useLanguage();
  const { data } = useBatched(kind === 'manager' ? employees : departments, id);
  // Every representation has an id; other members are read by name.
  return data ? nameOf(data as unknown as AnyRow, locale) : '…';
}

export function BulkResult({ bulk, onClose }: { readonly bulk: BulkRun; readonly onClose: () => void }) {
  const t = useTexts(workbenchTexts);
  const { number } = useFormats();
  const { again } = useTexts(shellTexts).states;
  const wordsOf = useErrorWords();
  const { failed, changed, undone } = bulk;
  const repeatable = failed.filter(({ error }) => mayBeRepeated(error)).map(({ planned }) => planned);
  return (
    <Stack gap="sm">
      <Alert
        color={failed.length > 0 || (undone?.left ?? 0) > 0 ? 'yellow' : 'teal'}
        role="status"
        c="var(--mantine-color-text)"
      >
        {undone === null && t.bulkDone(number(changed), changed === 1)}
        {undone !== null && (undone.left > 0 ? t.bulkUndoLeft(number(undone.left)) : t.bulkUndone)}
        {undone !== null && undone.refused > 0 && ` ${t.bulkNotUndone(number(undone.refused))}`}
        {failed.length > 0 && ` ${t.bulkFailed(number(failed.length))}`}
      </Alert>
      {failed.length > 0 && (
        <Table aria-label={t.bulkErrors}>
          <Table.Tbody>
            {failed.slice(0, shownMax).map(({ planned, error }) => (
              <Table.Tr key={planned.person.id}>
                <Table.Td>{fullName(planned)}</Table.Td>
                <Table.Td>{wordsOf(error)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group justify="flex-end" gap="xs">
        {repeatable.length > 0 && (
          <Button variant="default" onClick={() => bulk.run(repeatable)}>
            {again}
          </Button>
        )}
        {changed > 0 && (
          <Button variant="default" onClick={bulk.undo}>
            {t.undo}
          </Button>
        )}
        <Button onClick={onClose}>{t.close}</Button>
      </Group>
    </Stack>
  );
}
