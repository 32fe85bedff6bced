/** One archive: how far it is, and its download. */
import { Button, Progress, Stack, Text } from '@mantine/core';
import { subjectExports } from '@muster/contract/administration/subject-exports.ts';
import type { Read } from '@muster/contract/kit/resource.ts';
import { IconDownload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAccountTime } from '../../account-time.ts';
import { readBytes } from '../../data/files.ts';
import { useMutation } from '../../data/mutation.ts';
import { oneOptions } from '../../data/queries.ts';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { subjectExportTexts } from '../../texts/subject-exports.ts';
import { useTexts } from '../../texts/texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PersonName } from '../people/person-name.tsx';

type Export = Read<typeof subjectExports>;

const isOpen = (made: Export | undefined): boolean => made?.state === 'planned' || made?.state === 'running';

const lookEveryMs = 1500;

export function SubjectExport({ id }: { readonly id: string }) {
  const found = useQuery({
    ...oneOptions(subjectExports, id),
    refetchInterval: ({ state }) => (isOpen(state.data?.value) ? lookEveryMs : false),
  });
  const made = found.data?.value;
  const state = made?.state;
  const client = useQueryClient();
  // The table behind it shows the same state.
  useEffect(() => {
    if (state !== undefined) client.invalidateQueries({ queryKey: [subjectExports.type, 'list'] });
  }, [client, state]);
  if (found.isLoadingError) return <ProblemNotice error={found.error} onRetry={() => found.refetch()} />;
  if (!made) return <LoadingRows />;
  return (
    <Stack gap="md">
      <ExportFacts made={made} />
      {isOpen(made) && <ExportProgress progress={made.progress} />}
      {made.state === 'done' && <Download made={made} />}
    </Stack>
  );
}

function ExportFacts({ made }: { readonly made: Export }) {
  const t = useTexts(subjectExportTexts);
  const { moment, number } = useFormats();
  const { archive } = made;
  return (
    <Facts
      facts={[
        [t.person, <PersonName key="person" id={made.employee.id} />],
        [t.state, <StatusBadge key="state" status={made.state} label={t.states[made.state]} />],
        [t.since, moment(made.createdAt)],
        [t.ended, made.endedAt && moment(made.endedAt)],
        [t.failure, made.failureReason],
        [t.file, archive && `${archive.fileName} (${t.bytes(number(archive.bytes))})`],
        [t.digest, archive && <span style={{ overflowWrap: 'anywhere' }}>{archive.sha256}</span>],
        [t.expires, made.expiresAt && moment(made.expiresAt)],
      ]}
    />
  );
}

function ExportProgress({ progress: { partsDone, parts } }: { readonly progress: Export['progress'] }) {
  const t = useTexts(subjectExportTexts);
  const { number } = useFormats();
  const words = t.progress(number(partsDone), number(parts));
  return (
    <div>
      <Progress value={parts === 0 ? 0 : (partsDone / parts) * 100} aria-label={words} />
      <Text size="sm" c="dimmed">
        {words}
      </Text>
    </div>
  );
}

function Download({ made: { id, archive, expiresAt } }: { readonly made: Export }) {
  const t = useTexts(subjectExportTexts);
  const may = useMay();
  const { nowMs } = useAccountTime();
  const download = useMutation({
    mutationFn: () => readBytes(`/admin-api/subject-exports/${id}/content`, 'application/zip'),
    onSuccess: ({ bytes }) => save(bytes, archive?.fileName ?? `${id}.zip`),
  });
  if (expiresAt !== null && new Date(expiresAt).getTime() < nowMs()) return <Text size="sm">{t.expired}</Text>;
  if (!may(subjectExports, 'create')) return null;
  return (
    <Stack gap="xs" align="flex-start">
      {download.error && <ProblemNotice error={download.error} />}
      <Button leftSection={<IconDownload size={16} />} loading={download.isPending} onClick={() => download.mutate()}>
        {t.download}
      </Button>
      <Text size="sm" c="dimmed">
        {t.downloadAbout}
      </Text>
    </Stack>
  );
}

function save(bytes: Uint8Array, fileName: string): void {
  const url = URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'application/zip' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
