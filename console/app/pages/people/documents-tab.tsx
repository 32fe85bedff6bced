/** The documents of a person and of their employments: seen, downloaded, replaced, and who has seen them. */
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { readEntries } from '@muster/contract/administration/read-entries.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { FileOwnerContext, FileValue } from '../../resource/file-value.tsx';
import { useOwnState } from '../../resource/list-state.ts';
import { useOpened } from '../../resource/opened.ts';
import { ResourceTable } from '../../resource/resource-table.tsx';
import { useMay } from '../../session.tsx';
import { documentTexts } from '../../texts/documents.ts';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { useReadColumns } from '../administration/read-table.tsx';
import { AttributeDrawer } from './attribute-drawer.tsx';
import type { Career } from './career.ts';
import { DocumentDrawer, NewDocumentDrawer } from './document-drawers.tsx';
import { type PersonDocument, useDocuments } from './documents.ts';

interface DocumentsTabProps {
  readonly employeeId: string;
  readonly career: Career;
  readonly asOf: string;
}

const adding = 'document-new';

export function DocumentsTab({ employeeId, career, asOf }: DocumentsTabProps) {
  const t = useTexts(documentTexts);
  const may = useMay();
  const [opened, open] = useOpened();
  const { documents, isLoading, error, reload } = useDocuments(employeeId, career);
  const close = () => open(undefined);
  const shown = documents.find(({ word }) => word === opened);
  const mayAdd = may(employeeAttributes, 'create');
  if (error) return <ProblemNotice error={error} onRetry={reload} />;
  if (isLoading) return <LoadingRows />;
  return (
    <Stack gap="md">
      <Panel
        title={t.tab}
        actions={
          mayAdd && (
            <Button variant="default" size="sm" leftSection={<IconPlus size={16} />} onClick={() => open(adding)}>
              {t.add}
            </Button>
          )
        }
      >
        {documents.length === 0 && <EmptyState title={t.empty} />}
        <Stack gap="md">
          {documents.map((one) => (
            <DocumentRow
              key={one.word}
              document={one}
              asOf={asOf}
              {...(may(one.owner.resource, 'update') && { onEdit: () => open(one.word) })}
            />
          ))}
        </Stack>
      </Panel>
      {may(readEntries, 'list') && <Seen employeeId={employeeId} />}
      <NewDocumentDrawer isOpen={mayAdd && opened === adding} employeeId={employeeId} onClose={close} />
      <DocumentDrawer document={shown?.value ? undefined : shown} onClose={close} />
      <AttributeDrawer
        employeeId={employeeId}
        attribute={shown?.value?.attribute ?? null}
        definition={shown?.value?.definition}
        taken={[]}
        onClose={close}
      />
    </Stack>
  );
}

interface DocumentRowProps {
  readonly document: PersonDocument;
  readonly asOf: string;
  readonly onEdit?: () => void;
}

function DocumentRow({ document, asOf, onEdit }: DocumentRowProps) {
  const t = useTexts(documentTexts);
  const { category, about, fileId, owner } = document;
  const name = about === null ? category : `${category}, ${about}`;
  const label = fileId === null ? t.addFile : t.change;
  return (
    <Group justify="space-between" align="flex-start" role="group" aria-label={name}>
      <div style={{ minWidth: 0, flex: '1 1 220px' }}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {category}
          </Text>
          <Validity document={document} asOf={asOf} />
        </Group>
        {about && (
          <Text size="xs" c="dimmed">
            {about}
          </Text>
        )}
        <FileOwnerContext value={owner}>
          {fileId === null ? <Text size="sm">{t.noFile}</Text> : <FileValue id={fileId} />}
        </FileOwnerContext>
      </div>
      {onEdit && (
        <Button size="compact-sm" variant="subtle" aria-label={`${label}: ${name}`} onClick={onEdit}>
          {label}
        </Button>
      )}
    </Group>
  );
}

/** So many days ahead an end is worth a look. */
const soonDays = 60;

function Validity(props: Pick<DocumentRowProps, 'document' | 'asOf'>) {
  const known = useValidity(props.document, props.asOf);
  if (known === null) return null;
  return (
    <Badge variant="dot" color={known.color} size="sm" fz="xs">
      {known.words}
    </Badge>
  );
}

/** On the chosen day; null: always valid. */
function useValidity({ startsOn, expiresOn }: PersonDocument, asOf: string) {
  const t = useTexts(documentTexts);
  const { day } = useFormats();
  if (startsOn !== null && startsOn > asOf) return { color: 'blue', words: t.validFrom(day(startsOn)) };
  if (expiresOn === null) return null;
  const daysLeft = (Date.parse(expiresOn) - Date.parse(asOf)) / 86_400_000;
  if (daysLeft < 0) return { color: 'red', words: t.expired(day(expiresOn)) };
  return { color: daysLeft <= soonDays ? 'yellow' : 'gray', words: t.validUntil(day(expiresOn)) };
}

const seenColumns = ['when', 'who', 'kind', 'purpose', 'through'];

/** The log of reads names the person whose files were opened. */
function Seen({ employeeId }: { readonly employeeId: string }) {
  const t = useTexts(documentTexts);
  const state = useOwnState([]);
  const all = useReadColumns();
  const columns = useMemo(() => all.filter(({ id }) => seenColumns.includes(id)), [all]);
  return (
    <Panel title={t.seen} about={t.seenAbout}>
      <ResourceTable
        resource={readEntries}
        name="document reads"
        state={state}
        fixed={{ 'employees.id': employeeId, families: 'files' }}
        columns={columns}
        defaultSort="-id"
        empty={t.seenEmpty}
        height="320px"
      />
    </Panel>
  );
}
