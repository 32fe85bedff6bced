import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { type OwnSession, signIn } from '@muster/contract/sign-in.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask, signOut } from '../../data/session.ts';
import { useFormats } from '../../texts/formats.ts';
import { profileTexts } from '../../texts/profile.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';

const sessionsKey = ['own-sessions'];

export function SessionsPanel() {
  const t = useTexts(profileTexts);
  const client = useQueryClient();
  const found = useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => ask(signIn.ownSessions, undefined, { signal }),
  });
  const endOthers = useMutation({
    mutationFn: () => ask(signIn.signOutEverywhere, undefined, { search: '?keep=current' }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
  const endAll = useMutation({ mutationFn: () => ask(signIn.signOutEverywhere), onSuccess: () => signOut() });
  const items = found.data?.items ?? [];
  return (
    <Panel title={t.sessions} about={t.sessionsAbout}>
      {found.isError && <ProblemNotice error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <LoadingRows count={3} />}
      <Stack gap="sm">
        {items.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
        <Group gap="xs" justify="flex-end">
          {items.length > 1 && (
            <Button variant="default" size="sm" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
              {t.endOthers}
            </Button>
          )}
          <Button variant="default" size="sm" loading={endAll.isPending} onClick={() => endAll.mutate()}>
            {t.endAll}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}

function SessionRow({ session }: { readonly session: OwnSession }) {
  const t = useTexts(profileTexts);
  const { fromNow } = useFormats();
  const client = useQueryClient();
  const ending = useMutation({
    mutationFn: () => ask(signIn.endSession, undefined, { id: session.id }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
  const browser = session.userAgent ? browserIn(session.userAgent) : t.unknownBrowser;
  return (
    <Group justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {browser}
          </Text>
          {session.isCurrent && (
            <Badge size="sm" color="teal">
              {t.thisOne}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {[session.address, t.seen(fromNow(session.lastSeenAt))].filter(Boolean).join(' · ')}
        </Text>
      </div>
      {!session.isCurrent && (
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
      )}
    </Group>
  );
}

/** Enough to tell one's own devices apart; browsers call themselves by several names, the own one last. */
function browserIn(userAgent: string): string {
  const browsers = [/Edg\/[\d.]+/, /OPR\/[\d.]+/, /Firefox\/[\d.]+/, /Chrome\/[\d.]+/, /Safari\/[\d.]+/];
  const found = browsers.map((name) => name.exec(userAgent)?.[0]).find(Boolean);
  const system = /Windows|Macintosh|iPhone|iPad|Android|Linux/.exec(userAgent)?.[0];
  const name = found?.split('/')[0]?.replace('Edg', 'Edge').replace('OPR', 'Opera');
  return [name ?? userAgent.slice(0, 40), system?.replace('Macintosh', 'Mac')].filter(Boolean).join(' · ');
}
