import { Button, Stack, Text } from '@mantine/core';
import { sandboxes } from '@muster/contract/administration/sandboxes.ts';
import { IconBox, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCreate } from '../../data/changes.ts';
import { wholeOptions } from '../../data/queries.ts';
import { useMay } from '../../session.tsx';
import { installationTexts } from '../../texts/installation.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { OwnersLink } from './owners-link.tsx';
import { SandboxPanel } from './sandbox-panel.tsx';

/** The polling interval while one is being copied or deleted. */
const lookMs = 1500;

export function SandboxesPage() {
  const { sandboxes: t } = useTexts(installationTexts);
  const may = useMay();
  const list = useQuery({
    ...wholeOptions(sandboxes),
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === 'copying' || one.state === 'dropping') ? lookMs : false,
  });
  const [isAsking, setAsking] = useState(false);
  const create = useCreate(sandboxes);
  const begin = may(sandboxes, 'create') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAsking(true)}>
      {t.create}
    </Button>
  );
  return (
    <Page title={t.title} about={t.about} actions={begin}>
      <ConfirmCreation
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        error={create.error}
        isBusy={create.isPending}
        onConfirm={() => create.mutate({}, { onSuccess: () => setAsking(false) })}
      />
      <OwnersLink link={create.data?.link} title={t.linkTitle} about={t.linkAbout} onClose={create.reset} />
      {list.isPending && <LoadingRows />}
      {list.isError && <ProblemNotice error={list.error} onRetry={() => list.refetch()} />}
      {list.data?.items.length === 0 && <EmptyState title={t.empty} icon={<IconBox size={32} stroke={1.5} />} />}
      <Stack gap="md" maw={880}>
        {list.data?.items.map((sandbox) => (
          <SandboxPanel key={sandbox.id} sandbox={sandbox} />
        ))}
      </Stack>
    </Page>
  );
}

function ConfirmCreation(props: {
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}) {
  const { sandboxes: t } = useTexts(installationTexts);
  return (
    <ConfirmDialog {...props} title={t.create} confirmLabel={t.create} isHarmless>
      <Text size="sm">{t.createAbout}</Text>
    </ConfirmDialog>
  );
}
