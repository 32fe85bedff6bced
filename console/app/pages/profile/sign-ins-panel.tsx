/** Recent sign-ins, which of them are new, and buttons to end sessions. */
import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { type OwnSignIn, signIn } from '@muster/contract/sign-in.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMutation } from '../../data/mutation.ts';
import { ask, signOut } from '../../data/session.ts';
import { useFormats } from '../../texts/formats.ts';
import { profileTexts } from '../../texts/profile.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';

export const signInsKey = ['own-sign-ins'];

/** The others are shown on request. */
const shownFirst = 8;

export function SignInsPanel() {
  const t = useTexts(profileTexts);
  const { number } = useFormats();
  const [isWhole, setWhole] = useState(false);
  const found = useQuery({
    queryKey: signInsKey,
    queryFn: ({ signal }) => ask(signIn.signIns, undefined, { signal }),
  });
  const items = found.data?.items ?? [];
  // Open sessions are always shown.
  const shown = items.filter(({ sessionId, isNew }, index) => isWhole || index < shownFirst || sessionId || isNew);
  const news = items.filter(({ isNew }) => isNew).length;
  return (
    <Panel title={t.signIns} about={t.signInsAbout}>
      {found.isError && <ProblemNotice error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <LoadingRows count={3} />}
      <Stack gap="sm">
        {news > 0 && (
          <Alert color="yellow" role="status" c="var(--mantine-color-text)" py="xs">
            {t.newSignIns(news, number(news))}
          </Alert>
        )}
        {shown.map((one) => (
          <SignInRow key={one.id} signedIn={one} />
        ))}
        {shown.length < items.length && (
          <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
            {t.olderSignIns(number(items.length - shown.length))}
          </Button>
        )}
        <Endings hasOthers={items.some(({ sessionId, isCurrent }) => sessionId !== null && !isCurrent)} />
      </Stack>
    </Panel>
  );
}

function Endings({ hasOthers }: { readonly hasOthers: boolean }) {
  const t = useTexts(profileTexts);
  const client = useQueryClient();
  const endOthers = useMutation({
    mutationFn: () => ask(signIn.signOutEverywhere, undefined, { search: '?keep=current' }),
    onSuccess: () => client.invalidateQueries({ queryKey: signInsKey }),
  });
  const endAll = useMutation({ mutationFn: () => ask(signIn.signOutEverywhere), onSuccess: () => signOut() });
  return (
    <Group gap="xs" justify="flex-end">
      {hasOthers && (
        <Button variant="default" size="sm" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
          {t.endOthers}
        </Button>
      )}
      <Button variant="default" size="sm" loading={endAll.isPending} onClick={() => endAll.mutate()}>
        {t.endAll}
      </Button>
    </Group>
  );
}

function SignInRow({ signedIn }: { readonly signedIn: OwnSignIn }) {
  const t = useTexts(profileTexts);
  const { fromNow, moment } = useFormats();
  const { sessionId, isCurrent, isNew, address, signedInAt } = signedIn;
  const browser = signedIn.browser ?? t.unknownBrowser;
  const ways: Readonly<Record<string, string>> = t.ways;
  const by = signedIn.by.map((way) => ways[way] ?? way).join(', ');
  return (
    <Group justify="space-between" wrap="nowrap" role="group" aria-label={browser}>
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {browser}
          </Text>
          {isCurrent && (
            <Badge size="sm" color="teal">
              {t.thisOne}
            </Badge>
          )}
          {isNew && (
            <Badge size="sm" color="yellow" c="var(--mantine-color-text)">
              {t.newBadge}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed" title={moment(signedInAt)}>
          {[address, fromNow(signedInAt), by, sessionId === null && t.ended].filter(Boolean).join(' · ')}
        </Text>
      </div>
      {sessionId !== null && !isCurrent && <EndButton sessionId={sessionId} browser={browser} />}
    </Group>
  );
}

function EndButton({ sessionId, browser }: { readonly sessionId: string; readonly browser: string }) {
  const t = useTexts(profileTexts);
  const client = useQueryClient();
  const ending = useMutation({
    mutationFn: () => ask(signIn.endSession, undefined, { id: sessionId }),
    onSettled: () => client.invalidateQueries({ queryKey: signInsKey }),
  });
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      aria-label={`${t.endSession}: ${browser}`}
      loading={ending.isPending}
      onClick={() => ending.mutate()}
    >
      {t.endSession}
    </Button>
  );
}
