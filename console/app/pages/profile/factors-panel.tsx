import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type Factor, type Profile, signIn } from '@muster/contract/sign-in.ts';
import { IconDeviceMobile, IconFingerprint, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMutation } from '../../data/mutation.ts';
import { ask } from '../../data/session.ts';
import { sessionOptions, useSession } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { profileTexts } from '../../texts/profile.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { FactorEnrolment } from '../factors/factor-enrolment.tsx';
import { RecoveryCodes } from '../factors/recovery-codes.tsx';
import { useConfirmed } from './confirmed.tsx';
import { profileKey } from './profile-key.ts';

function useRefreshing() {
  const client = useQueryClient();
  return async () => {
    await Promise.all([profileKey, sessionOptions.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}

export function FactorsPanel({ profile }: { readonly profile: Profile }) {
  const t = useTexts(profileTexts);
  const { isSecondFactorRequired, person } = useSession();
  const { confirmed, dialog } = useConfirmed();
  const refresh = useRefreshing();
  const [isAdding, setAdding] = useState(false);
  const about = isSecondFactorRequired ? `${t.factorsAbout} ${t.required}` : t.factorsAbout;
  const noFactors = person.isSecondFactorMissing ? `${t.noFactors} ${t.noFactorsOfOperator}` : t.noFactors;
  const done = () => {
    setAdding(false);
    refresh();
  };
  return (
    <Panel title={t.factors} about={about}>
      {dialog}
      <Stack gap="sm">
        {profile.factors.length === 0 && (
          <Alert color="yellow" c="var(--mantine-color-text)" py="xs">
            {noFactors}
          </Alert>
        )}
        {profile.factors.map((factor) => (
          <FactorRow key={factor.id} factor={factor} confirmed={confirmed} />
        ))}
        <Group justify="space-between" gap="xs">
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={() => confirmed(() => setAdding(true))}
          >
            {t.add}
          </Button>
          {profile.factors.length > 0 && <RecoveryLine left={profile.recoveryCodesLeft} confirmed={confirmed} />}
        </Group>
      </Stack>
      <Dialog isOpen={isAdding} onClose={done} title={t.add}>
        <FactorEnrolment doneLabel={t.done} onDone={done} />
      </Dialog>
    </Panel>
  );
}

interface Guarded {
  readonly confirmed: (action: () => void) => void;
}

function FactorRow({ factor, confirmed }: Guarded & { readonly factor: Factor }) {
  const t = useTexts(profileTexts);
  const { fromNow } = useFormats();
  const refresh = useRefreshing();
  const [isAsking, setAsking] = useState(false);
  const removing = useMutation({
    mutationFn: () => ask(signIn.removeFactor, undefined, { id: factor.id }),
    onSuccess: refresh,
  });
  const Icon = factor.kind === 'totp' ? IconDeviceMobile : IconFingerprint;
  return (
    <Group justify="space-between" wrap="nowrap">
      <Group gap="sm" wrap="nowrap">
        <Icon size={20} stroke={1.6} />
        <div>
          <Text size="sm" fw={600}>
            {factor.name}
          </Text>
          <Text size="xs" c="dimmed">
            {t.kinds[factor.kind]} · {factor.lastUsedAt ? t.lastUsed(fromNow(factor.lastUsedAt)) : t.neverUsed}
          </Text>
          {factor.isUnreadable && (
            <Text size="xs" c="var(--mantine-color-error)">
              {t.unreadableFactor}
            </Text>
          )}
        </div>
      </Group>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={`${t.remove}: ${factor.name}`}
        onClick={() => confirmed(() => setAsking(true))}
      >
        {t.remove}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t.removeTitle(factor.name)}
        confirmLabel={t.remove}
        isBusy={removing.isPending}
        error={removing.error}
        onConfirm={() => removing.mutate()}
        onClose={() => setAsking(false)}
      />
    </Group>
  );
}

function RecoveryLine({ left, confirmed }: Guarded & { readonly left: number }) {
  const t = useTexts(profileTexts);
  const { number } = useFormats();
  const refresh = useRefreshing();
  const [isOpen, setOpen] = useState(false);
  const creating = useMutation({ mutationFn: () => ask(signIn.newRecoveryCodes), onSuccess: refresh });
  const open = () => {
    setOpen(true);
    creating.mutate();
  };
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {t.codesLeft(number(left))}
      </Text>
      <Button variant="subtle" size="compact-sm" title={t.newCodesHint} onClick={() => confirmed(open)}>
        {t.newCodes}
      </Button>
      <Dialog isOpen={isOpen && creating.data !== undefined} onClose={() => setOpen(false)} title={t.newCodes}>
        <RecoveryCodes codes={creating.data?.recoveryCodes ?? []} doneLabel={t.done} onDone={() => setOpen(false)} />
      </Dialog>
    </Group>
  );
}
