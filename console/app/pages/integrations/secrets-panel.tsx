/**
 * Secrets of an application, a key or an endpoint: the active ones, a rotation with an overlap, and ending an old one.
 */
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { IconRefresh } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useAccountTime } from '../../account-time.ts';
import { useCreate, useRemove } from '../../data/changes.ts';
import { useAll } from '../../data/queries.ts';
import { useMay } from '../../session.tsx';
import { credentialTexts } from '../../texts/credentials.ts';
import { useFormats } from '../../texts/formats.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { Panel } from '../../ui/panel.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './integrations.module.css';

/** The members that all three kinds of secrets have. */
interface Secret {
  readonly id: string;
  readonly hint: string | null;
  readonly expiresAt: string | null;
  readonly createdAt: string;
}

interface SecretsPanelProps {
  readonly resource: Resource;
  readonly ownerId: string;
  /** The owner, which changes too. */
  readonly owner: Resource;
  /** The request body for a new one. */
  readonly bodyOf: (overlapHours: number) => object;
  /** Called with the response, which shows the secret once. */
  readonly onMade: (answer: Readonly<Record<string, unknown>>) => void;
  /** Whether a third one is refused; otherwise the oldest ends at once. */
  readonly isThirdRefused?: boolean;
}

export function SecretsPanel(props: SecretsPanelProps) {
  const { resource, ownerId } = props;
  const t = useTexts(credentialTexts);
  const may = useMay();
  const [isMaking, setMaking] = useState(false);
  const found = useAll(resource, {}, { ownerId });
  // Secrets of applications, keys and endpoints all have these members.
  const secrets = living((found.data ?? []) as unknown as readonly Secret[], useAccountTime().nowMs());
  const isFull = (props.isThirdRefused ?? false) && secrets.length > 1;
  const regenerate = may(resource, 'create') && (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconRefresh size={16} />}
      disabled={isFull}
      onClick={() => setMaking(true)}
    >
      {t.regenerate}
    </Button>
  );
  return (
    <Panel title={t.secrets} about={isFull ? t.twoAlive : t.secretsAbout} actions={regenerate}>
      {found.isError && <ProblemNotice error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <LoadingRows count={2} />}
      <ul className={classes.rows}>
        {secrets.map((secret) => (
          <SecretRow key={secret.id} secret={secret} isOnly={secrets.length === 1} {...props} />
        ))}
      </ul>
      <Regeneration isOpen={isMaking} onClose={() => setMaking(false)} {...props} />
    </Panel>
  );
}

/** The newest first, which has no end. */
const living = (secrets: readonly Secret[], nowMs: number): readonly Secret[] =>
  secrets
    .filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > nowMs)
    .toSorted((one, other) => Number(other.id) - Number(one.id));

interface SecretRowProps extends SecretsPanelProps {
  readonly secret: Secret;
  readonly isOnly: boolean;
}

function SecretRow({ secret, isOnly, resource, ownerId, owner }: SecretRowProps) {
  const t = useTexts(credentialTexts);
  const { moment } = useFormats();
  const { fromNow } = useAccountTime();
  const may = useMay();
  const [isEnding, setEnding] = useState(false);
  const remove = useRemove(resource, { ownerId, alsoChanges: [owner] });
  const { id, hint, expiresAt, createdAt } = secret;
  const end = () =>
    remove.mutate(
      { id },
      {
        onSuccess: () => {
          notify(t.ended);
          setEnding(false);
        },
      },
    );
  return (
    <li className={classes.row}>
      <Group gap="sm">
        <Text ff="monospace" size="sm">
          …{hint ?? '????'}
        </Text>
        <StatusBadge
          status={expiresAt === null ? 'active' : 'pending'}
          label={expiresAt === null ? t.current : t.ending(fromNow(expiresAt))}
        />
        <Text size="xs" c="dimmed" title={moment(createdAt)}>
          {t.made(fromNow(createdAt))}
        </Text>
      </Group>
      {!isOnly && may(resource, 'remove') && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setEnding(true)}>
          {t.end}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isEnding}
        onClose={() => setEnding(false)}
        title={t.endTitle(hint ?? '')}
        confirmLabel={t.end}
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={end}
      >
        {t.endAbout}
      </ConfirmDialog>
    </li>
  );
}

const overlaps = [0, 1, 4, 24, 72, 168];
const overlapUsual = '24';

interface RegenerationProps extends SecretsPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function Regeneration({ isOpen, onClose, resource, ownerId, owner, bodyOf, onMade }: RegenerationProps) {
  const t = useTexts(credentialTexts);
  const { cancel, create } = useTexts(shellTexts);
  const [hours, setHours] = useState(overlapUsual);
  const make = useCreate(resource, { ownerId, alsoChanges: [owner] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The caller knows the body of its own kind of secret.
    make.mutate(bodyOf(Number(hours)) as never, {
      onSuccess: (answer) => {
        onClose();
        // The member with the secret has a different name in each.
        onMade(answer as Readonly<Record<string, unknown>>);
      },
    });
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t.regenerateTitle}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{t.regenerateAbout}</Text>
          {make.isError && <ProblemNotice error={make.error} />}
          <Select
            label={t.overlap}
            allowDeselect={false}
            value={hours}
            onChange={(chosen) => setHours(chosen ?? overlapUsual)}
            data={overlaps.map((count) => ({
              value: String(count),
              label: count < 24 ? t.overlapHours(count) : t.overlapDays(count / 24),
            }))}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {cancel}
            </Button>
            <Button type="submit" loading={make.isPending}>
              {create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
