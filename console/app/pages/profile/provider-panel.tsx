/** Links and unlinks the identity provider. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { type LinkedIdentity, type Profile, signIn } from '@muster/contract/sign-in.ts';
import { IconLogin2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMutation } from '../../data/mutation.ts';
import { ask } from '../../data/session.ts';
import { useFormats } from '../../texts/formats.ts';
import { profileTexts } from '../../texts/profile.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/states.tsx';
import { useConfirmed } from './confirmed.tsx';
import { profileKey } from './profile-key.ts';

export function ProviderPanel({ profile }: { readonly profile: Profile }) {
  const t = useTexts(profileTexts);
  const { confirmed, dialog } = useConfirmed();
  const { provider, identities } = profile;
  if (!provider) return null;
  return (
    <Panel title={t.provider} about={t.providerAbout}>
      {dialog}
      {identities.map((identity) => (
        <LinkedRow key={identity.id} identity={identity} confirmed={confirmed} />
      ))}
      <Text size="sm">{t.providerTrust(provider.issuer)}</Text>
      {identities.length === 0 && <LinkButton name={provider.name} confirmed={confirmed} />}
    </Panel>
  );
}

interface Guarded {
  readonly confirmed: (action: () => void) => void;
}

/** Leaves the console for the provider, which redirects back. */
function LinkButton({ name, confirmed }: Guarded & { readonly name: string }) {
  const t = useTexts(profileTexts);
  const leaving = useMutation({
    mutationFn: () => ask(signIn.beginLink, {}),
    onSuccess: ({ location }) => window.location.assign(location),
  });
  return (
    <Stack gap="sm" align="flex-start">
      {leaving.isError && <ProblemNotice error={leaving.error} />}
      <Button
        variant="default"
        leftSection={<IconLogin2 size={16} />}
        loading={leaving.isPending}
        onClick={() => confirmed(() => leaving.mutate())}
      >
        {t.linkProvider(name)}
      </Button>
    </Stack>
  );
}

function LinkedRow({ identity, confirmed }: Guarded & { readonly identity: LinkedIdentity }) {
  const t = useTexts(profileTexts);
  const { fromNow } = useFormats();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const unlinking = useMutation({
    mutationFn: () => ask(signIn.unlink, undefined, { id: identity.id }),
    onSuccess: () => client.invalidateQueries({ queryKey: profileKey }),
  });
  return (
    <Group justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={600}>
          {identity.provider}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {identity.issuer} · {t.linked(fromNow(identity.linkedAt))}
        </Text>
      </div>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={() => confirmed(() => setAsking(true))}>
        {t.unlink}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t.unlinkTitle(identity.provider)}
        confirmLabel={t.unlink}
        isBusy={unlinking.isPending}
        error={unlinking.error}
        onConfirm={() => unlinking.mutate()}
        onClose={() => setAsking(false)}
      >
        {t.unlinkAbout}
      </ConfirmDialog>
    </Group>
  );
}
