/** One entry of the audit log: person, time, address, and each member before and after. */
import { Code, Stack, Table, Text } from '@mantine/core';
import type { Listed } from '@muster/client/collection.ts';
import type { auditEntries } from '@muster/contract/administration/audit-entries.ts';
import { useFormats } from '../../texts/formats.ts';
import { installationTexts } from '../../texts/installation.ts';
import { spelt, useLabels } from '../../texts/labels.ts';
import { useTexts } from '../../texts/texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';

export type Entry = Listed<typeof auditEntries>;

export function AuditEntryDrawer({ entry, onClose }: { readonly entry: Entry | null; readonly onClose: () => void }) {
  return (
    <FormDrawer title={entry?.action ?? ''} isOpen={entry !== null} onClose={onClose} size="xl">
      {entry && <AuditEntry entry={entry} />}
    </FormDrawer>
  );
}

function AuditEntry({ entry }: { readonly entry: Entry }) {
  const { audit: t } = useTexts(installationTexts);
  const { moment } = useFormats();
  const { subjectType, subjectId, actorKind, actorName } = entry;
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [t.when, moment(entry.createdAt)],
          [t.who, `${actorName} (${t.kinds[actorKind]})`],
          [t.subject, subjectType === null ? null : `${spelt(subjectType)} ${subjectId ?? ''}`],
          [t.from, entry.address],
          [t.trace, entry.traceId && <Code>{entry.traceId}</Code>],
        ]}
      />
      <Difference before={entry.before} after={entry.after} />
    </Stack>
  );
}

type Members = Readonly<Record<string, unknown>> | null;

function Difference({ before, after }: { readonly before: Members; readonly after: Members }) {
  const { audit: t } = useTexts(installationTexts);
  const { fieldLabel } = useLabels();
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t.noChange}
      </Text>
    );
  }
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.member}</Table.Th>
            {before && <Table.Th>{t.before}</Table.Th>}
            {after && <Table.Th>{t.after}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {names.map((name) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={500} style={{ verticalAlign: 'top' }}>
                {fieldLabel(name)}
              </Table.Th>
              {before && <Value value={before[name]} />}
              {after && <Value value={after[name]} />}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Value({ value }: { readonly value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 1);
  return (
    <Table.Td style={{ verticalAlign: 'top' }}>
      <Text component="pre" size="xs" ff="monospace" m={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text === 'null' ? '–' : text}
      </Text>
    </Table.Td>
  );
}
