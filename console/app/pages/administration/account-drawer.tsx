/** One account for operators: its limits and, for a sandbox, its clock and deletion. */
import { Button, Divider, Group, Stack } from '@mantine/core';
import type { Listed } from '@muster/client/collection.ts';
import { accounts } from '@muster/contract/administration/accounts.ts';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useRemove, useUpdate } from '../../data/changes.ts';
import { useOne } from '../../data/queries.ts';
import { ResourceForm } from '../../resource/resource-form.tsx';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { installationTexts } from '../../texts/installation.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { ClockForm } from './clock-drawer.tsx';

export type Account = Listed<typeof accounts>;

export function AccountDrawer({
  account,
  onClose,
}: {
  readonly account: Account | null;
  readonly onClose: () => void;
}) {
  const name = account && [account.name, account.sandbox].filter((part) => part !== null).join(' · ');
  return (
    <FormDrawer title={name ?? ''} isOpen={account !== null} onClose={onClose} size="md">
      {account && <AccountForms listed={account} onClose={onClose} />}
    </FormDrawer>
  );
}

function AccountForms({ listed, onClose }: { readonly listed: Account; readonly onClose: () => void }) {
  const { accounts: t, sandboxes } = useTexts(installationTexts);
  const shell = useTexts(shellTexts);
  const { explained } = useTexts(settingsTexts);
  const { moment } = useFormats();
  const may = useMay();
  const { data } = useOne(accounts, listed.id);
  const account = data?.value ?? listed;
  const limiting = useUpdate(accounts);
  const isSandbox = account.environment === 'sandbox';
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [t.environment, shell.environments[account.environment]],
          [sandboxes.address, account.address],
          [t.state, sandboxes.states[account.state]],
          [sandboxes.since, moment(account.createdAt)],
          [t.removalDueAt, account.removalDueAt && moment(account.removalDueAt)],
        ]}
      />
      {may(accounts, 'update') && (
        <ResourceForm
          key={data?.etag ?? 'listed'}
          resource={accounts}
          operation="update"
          members={['requestsPerMinute', 'eventDays']}
          initial={account}
          labels={{ requestsPerMinute: t.requestsPerMinute, eventDays: t.eventDays }}
          hints={{ requestsPerMinute: explained.limits, eventDays: explained.limits }}
          error={limiting.error}
          isBusy={limiting.isPending}
          onSubmit={(patch, release) =>
            limiting.mutate(
              { id: account.id, patch },
              {
                onSuccess: () => {
                  release();
                  notify(shell.saved);
                },
              },
            )
          }
        />
      )}
      {isSandbox && account.state !== 'dropping' && may(accounts, 'update') && (
        <SandboxForms account={account} onClose={onClose} />
      )}
    </Stack>
  );
}

type SandboxAccount = Pick<Account, 'id' | 'name' | 'sandbox' | 'state' | 'clockOffsetMs'>;

function SandboxForms({ account, onClose }: { readonly account: SandboxAccount; readonly onClose: () => void }) {
  const { sandboxes: t } = useTexts(installationTexts);
  const moving = useUpdate(accounts);
  const remove = useRemove(accounts);
  const [isDropping, setDropping] = useState(false);
  const { id, state } = account;
  return (
    <>
      <Divider label={t.clock} labelPosition="left" />
      {state === 'ready' && (
        <ClockForm
          clockOffsetMs={account.clockOffsetMs}
          error={moving.error}
          isBusy={moving.isPending}
          onMove={(clock) => moving.mutate({ id, patch: { clock } }, { onSuccess: () => notify(t.moved) })}
        />
      )}
      <Group>
        <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => setDropping(true)}>
          {t.drop}
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isDropping}
        title={t.dropTitle(account.sandbox ?? account.name)}
        confirmLabel={t.drop}
        error={remove.error}
        isBusy={remove.isPending}
        onClose={() => setDropping(false)}
        onConfirm={() =>
          remove.mutate(
            { id },
            {
              onSuccess: () => {
                notify(t.dropped);
                onClose();
              },
            },
          )
        }
      >
        {t.dropAbout}
      </ConfirmDialog>
    </>
  );
}
