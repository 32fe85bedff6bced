/** Open invitations of administrators. */
import { Button, Group, Stack, Text } from '@mantine/core';
import type { Listed } from '@muster/client/collection.ts';
import {
  administratorInvitations,
  type MailLanguage,
} from '@muster/contract/administration/administrator-invitations.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCreate, useRemove, useUpdate } from '../../data/changes.ts';
import { wholeOptions } from '../../data/queries.ts';
import { ResourceForm } from '../../resource/resource-form.tsx';
import { useMay } from '../../session.tsx';
import { administratorTexts } from '../../texts/administrators.ts';
import { useFormats } from '../../texts/formats.ts';
import { useLanguage } from '../../texts/language.tsx';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/states.tsx';
import { OwnersLink } from './owners-link.tsx';
import { limitedRoleInputs, RoleText } from './role-input.tsx';
import { limitMembers } from './role-limits.ts';

/** While mails are on their way. */
const pollMs = 2000;

export function InviteDrawer({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useTexts(administratorTexts);
  const create = useCreate(administratorInvitations);
  const language = useLanguage().locale.slice(0, 2) as MailLanguage;
  return (
    <>
      <FormDrawer title={t.invite} isOpen={isOpen} onClose={onClose} size="md">
        <ResourceForm
          resource={administratorInvitations}
          operation="create"
          members={({ role }) => ['email', 'role', ...limitMembers(role)]}
          required={['employeeRecord']}
          initial={{ role: 'administrator' }}
          labels={{
            email: t.email,
            role: t.role,
            businessEstablishments: t.establishments,
            employeeRecord: t.employee,
          }}
          hints={{ businessEstablishments: t.establishmentsHint, employeeRecord: t.employeeHint }}
          custom={limitedRoleInputs}
          error={create.error}
          isBusy={create.isPending}
          onCancel={onClose}
          submitLabel={t.invite}
          onSubmit={(body, release) =>
            create.mutate(
              { ...body, language },
              {
                onSuccess: () => {
                  release();
                  onClose();
                },
              },
            )
          }
        />
      </FormDrawer>
      <OwnersLink
        link={create.data?.link}
        title={t.inviteTitle}
        about={create.data?.mail ? t.inviteMailed : t.inviteAbout}
        onClose={create.reset}
      />
    </>
  );
}

export function InvitationsPanel() {
  const t = useTexts(administratorTexts);
  const list = useQuery({
    ...wholeOptions(administratorInvitations),
    select: ({ items }) => items,
    refetchInterval: ({ state }) => (state.data?.items.some(({ mail }) => mail === 'waiting') ? pollMs : false),
  });
  const remove = useRemove(administratorInvitations);
  const again = useUpdate(administratorInvitations);
  const [leaving, setLeaving] = useState<{ readonly id: string; readonly email: string } | null>(null);
  return (
    <Panel title={t.invitations}>
      {list.isError && <ProblemNotice error={list.error} onRetry={() => list.refetch()} />}
      {again.isError && <ProblemNotice error={again.error} />}
      {list.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noInvitations}
        </Text>
      )}
      <Stack gap="xs">
        {list.data?.map((one) => (
          <Invitation
            key={one.id}
            invitation={one}
            onSendAgain={() => again.mutate({ id: one.id, patch: { mail: 'waiting' } })}
            onWithdraw={() => setLeaving(one)}
          />
        ))}
      </Stack>
      <ConfirmDialog
        isOpen={leaving !== null}
        title={t.withdrawTitle(leaving?.email ?? '')}
        confirmLabel={t.withdraw}
        error={remove.error}
        isBusy={remove.isPending}
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving && remove.mutate({ id: leaving.id }, { onSuccess: () => setLeaving(null) })}
      >
        {t.withdrawAbout}
      </ConfirmDialog>
    </Panel>
  );
}

interface InvitationProps {
  readonly invitation: Listed<typeof administratorInvitations>;
  readonly onSendAgain: () => void;
  readonly onWithdraw: () => void;
}

function Invitation({ invitation, onSendAgain, onWithdraw }: InvitationProps) {
  const t = useTexts(administratorTexts);
  const { moment } = useFormats();
  const may = useMay();
  const { email, role, businessEstablishments, employeeRecord, invitedBy, expiresAt, mail } = invitation;
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <Text size="sm" fw={500}>
          {email} · <RoleText role={role} businessEstablishments={businessEstablishments} employee={employeeRecord} />
        </Text>
        <Text size="xs" c="dimmed">
          {t.invitedBy} {invitedBy} · {t.expires} {moment(expiresAt)}
          {mail && ` · ${t.mail[mail]}`}
        </Text>
      </div>
      <Group gap="xs">
        {mail && mail !== 'waiting' && may(administratorInvitations, 'update') && (
          <Button size="compact-sm" variant="default" aria-label={`${t.sendAgain}: ${email}`} onClick={onSendAgain}>
            {t.sendAgain}
          </Button>
        )}
        {may(administratorInvitations, 'remove') && (
          <Button size="compact-sm" variant="default" aria-label={`${t.withdraw}: ${email}`} onClick={onWithdraw}>
            {t.withdraw}
          </Button>
        )}
      </Group>
    </Group>
  );
}
