/** The identity provider; an account has at most one. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { identityProviders } from '@muster/contract/administration/identity-providers.ts';
import { useState } from 'react';
import { useCreate, useRemove, useUpdate } from '../../data/changes.ts';
import { useAll } from '../../data/queries.ts';
import { ResourceForm } from '../../resource/resource-form.tsx';
import { useMay, useSession } from '../../session.tsx';
import { administratorTexts } from '../../texts/administrators.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { Panel } from '../../ui/panel.tsx';

const members = ['name', 'issuer', 'clientId', 'clientSecret', 'isRequired', 'areAddressesTrusted'];

export function ProviderPanel() {
  const t = useTexts(administratorTexts);
  const shell = useTexts(shellTexts);
  const may = useMay();
  const [isEditing, setEditing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const remove = useRemove(identityProviders);
  const provider = useAll(identityProviders).data?.[0];
  const edit = may(identityProviders, 'update') && (
    <>
      {provider && (
        <Button size="compact-sm" variant="default" onClick={() => setRemoving(true)}>
          {t.remove}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
        {provider ? shell.edit : t.addProvider}
      </Button>
    </>
  );
  return (
    <Panel title={t.provider} about={t.providerAbout} actions={edit}>
      {provider ? (
        <Facts
          facts={[
            [t.providerLabels.name, provider.name],
            [t.providerLabels.issuer, provider.issuer],
            [t.providerLabels.clientId, provider.clientId],
            [t.providerLabels.isRequired, provider.isRequired ? shell.yes : shell.no],
          ]}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {t.noProvider}
        </Text>
      )}
      <FormDrawer title={t.provider} isOpen={isEditing} onClose={() => setEditing(false)}>
        <ProviderForm id={provider?.id} initial={provider ?? {}} onClose={() => setEditing(false)} />
      </FormDrawer>
      <ConfirmDialog
        isOpen={isRemoving}
        title={t.removeProvider}
        confirmLabel={t.remove}
        error={remove.error}
        isBusy={remove.isPending}
        onClose={() => setRemoving(false)}
        onConfirm={() => provider && remove.mutate({ id: provider.id }, { onSuccess: () => setRemoving(false) })}
      >
        {t.removeProviderAbout}
      </ConfirmDialog>
    </Panel>
  );
}

interface ProviderFormProps {
  /** Undefined: there is none yet. */
  readonly id: string | undefined;
  readonly initial: Readonly<Record<string, unknown>>;
  readonly onClose: () => void;
}

function ProviderForm({ id, initial, onClose }: ProviderFormProps) {
  const t = useTexts(administratorTexts);
  const { saved } = useTexts(shellTexts);
  const { account } = useSession();
  const create = useCreate(identityProviders);
  const update = useUpdate(identityProviders);
  const onSuccess = (release: () => void) => {
    release();
    notify(saved);
    onClose();
  };
  const common = {
    resource: identityProviders,
    members,
    labels: t.providerLabels,
    hints: t.providerHints,
    onCancel: onClose,
  };
  return (
    <Stack gap="md">
      <Group grow>
        <CopyField label={t.callback} value={`${account.url}/admin-api/session/provider/callback`} />
      </Group>
      {id === undefined ? (
        <ResourceForm
          {...common}
          operation="create"
          error={create.error}
          isBusy={create.isPending}
          onSubmit={(body, release) => create.mutate(body, { onSuccess: () => onSuccess(release) })}
        />
      ) : (
        <ResourceForm
          {...common}
          operation="update"
          initial={initial}
          error={update.error}
          isBusy={update.isPending}
          onSubmit={(patch, release) => update.mutate({ id, patch }, { onSuccess: () => onSuccess(release) })}
        />
      )}
    </Stack>
  );
}
