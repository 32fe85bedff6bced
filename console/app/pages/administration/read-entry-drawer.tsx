/** One entry of the log of reads, with the people it is about. */
import { Code, Group, Stack, Text } from '@mantine/core';
import { employees as allEmployees } from '@muster/contract/resources/employees.ts';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { readsTexts } from '../../texts/reads.ts';
import { useTexts } from '../../texts/texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { PersonLink } from '../people/person-link.tsx';
import { type ReadEntry, useMemberNames } from './read-table.tsx';

export function ReadEntryDrawer({
  entry,
  onClose,
}: {
  readonly entry: ReadEntry | null;
  readonly onClose: () => void;
}) {
  const t = useTexts(readsTexts);
  return (
    <FormDrawer title={t.entry} isOpen={entry !== null} onClose={onClose} size="xl">
      {entry && <Details entry={entry} />}
    </FormDrawer>
  );
}

function Details({ entry }: { readonly entry: ReadEntry }) {
  const t = useTexts(readsTexts);
  const { moment } = useFormats();
  const namesOf = useMemberNames();
  const { reader, employees } = entry;
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [t.when, moment(entry.occurredAt)],
          [t.who, `${reader.name} (${t.readers[reader.type]})`],
          [t.members, namesOf(entry.members)],
          [t.through, <Code key="through">{entry.operation}</Code>],
          [t.purpose, entry.purpose],
          [t.trace, entry.traceId && <Code>{entry.traceId}</Code>],
        ]}
      />
      <People ids={employees.map(({ id }) => id)} />
    </Stack>
  );
}

/** The names of so many are loaded; the others are shown as ids. */
const namedMax = 20;

function People({ ids }: { readonly ids: readonly string[] }) {
  const t = useTexts(readsTexts);
  const may = useMay();
  const { number } = useFormats();
  const named = may(allEmployees, 'read') ? ids.slice(0, namedMax) : [];
  const others = ids.slice(named.length);
  return (
    <Stack gap="xs">
      <Text fw={600}>{t.about1(number(ids.length))}</Text>
      <Group gap="sm">
        {named.map((id) => (
          <PersonLink key={id} id={id} />
        ))}
      </Group>
      {others.length > 0 && (
        <Text size="sm" c="dimmed">
          {t.ids} {others.join(', ')}
        </Text>
      )}
    </Stack>
  );
}
