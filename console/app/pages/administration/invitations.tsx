/** Open invitations of administrators. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { administratorInvitations } from '@muster/contract/administration/administrator-invitations.ts';
import { useState } from 'react';
import { useCreate, useRemove } from '../../data/changes.ts';
import { useAll } from '../../data/queries.ts';
import { ResourceForm } from '../../resource/resource-form.tsx';
import { useMay } from '../../session.tsx';
import { administratorTexts } from '../../texts/administrators.ts';
import { useFormats } from '../../texts/formats.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/states.tsx';
import { OwnersLink } from './owners-link.tsx';
import { RoleInput } from './role-input.tsx';

export function InviteDrawer({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useTexts(administratorTexts);
  const create = useCreate(administratorInvitations);
  return (
    <>
      <FormDrawer title={t.invite} isOpen={isOpen} onClose={onClose} size="md">
        <ResourceForm
          resource={administratorInvitations}
          operation="create"
          initial={{ role: 'administrator' }}
          labels={{ email: t.email, role: t.role }}
          custom={{ role: (props) => <RoleInput {...props} /> }}
          error={create.error}
          isBusy={create.isPending}
          onCancel={onClose}
          submitLabel={t.invite}
          onSubmit={(body, release) =>
            create.mutate(body, {
              onSuccess: () => {
                release();
                onClose();
              },
            })
          }
        />
      </FormDrawer>
      <OwnersLink link={create.data?.link} title={t.inviteTitle} about={t.inviteAbout} onClose={create.reset} />
    </>
  );
}

export function InvitationsPanel() {
  const t = useTexts(administratorTexts);
  const { roles } = useTexts(shellTexts);
  const { moment } = useFormats();
  const may = useMay();
  const list = useAll(administratorInvitations);
  const remove = useRemove(administratorInvitations);
  const [leaving, setLeaving] = useState<{ readonly id: string; readonly email: string } | null>(null);
  return (
    <Panel title={t.invitations}>
      {list.isError && <ProblemNotice error={list.error} onRetry={() => list.refetch()} />}
      {list.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noInvitations}
        </Text>
      )}
      <Stack gap="xs">
        {list.data?.map(({ id, email, role, invitedBy, expiresAt }) => (
          <Group key={id} justify="space-between" gap="xs">
            <div>
              <Text size="sm" fw={500}>
                {email} · {roles[role]}
              </Text>
              <Text size="xs" c="dimmed">
                {t.invitedBy} {invitedBy} · {t.expires} {moment(expiresAt)}
              </Text>
            </div>
            {may(administratorInvitations, 'remove') && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${t.withdraw}: ${email}`}
                onClick={() => setLeaving({ id, email })}
              >
                {t.withdraw}
              </Button>
            )}
          </Group>
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
