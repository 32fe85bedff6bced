/**
 * The version that a form changes. If somebody else has changed it meanwhile, both versions are shown side by side, and the
 * person takes either: nothing is overwritten unseen, and nothing that was entered is lost.
 */
import { Button, Group, Modal, ScrollArea, Stack, Table, Text } from '@mantine/core';
import type { Field } from '@muster/contract/kit/field.ts';
import type { Patch, Resource } from '@muster/contract/kit/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isOutdated } from '../data/problems.ts';
import { type Held, oneOptions } from '../data/queries.ts';
import { useDraftBase } from '../form/use-form.ts';
import { formTexts } from '../texts/form.ts';
import { useLabels } from '../texts/labels.ts';
import { useTexts } from '../texts/texts.ts';
import { FactValue } from './resource-facts.tsx';
import { type FormValues, formName } from './resource-form.tsx';

interface Conflict<R extends Resource> {
  readonly patch: Patch<R>;
  readonly theirs: Held<R>;
  readonly done: () => void;
}

type Save<R extends Resource> = (patch: Patch<R>, etag: string, done: () => void) => void;

interface Labelled {
  readonly labels?: Readonly<Record<string, string>>;
}

/** Every representation is an object; members are read by name. */
const membersOf = (value: unknown) => value as FormValues;

export function useVersions<R extends Resource>(resource: R, opened: Held<R>, { labels = {} }: Labelled) {
  const id = String(membersOf(opened.value).id);
  const client = useQueryClient();
  // The base of a draft is the version that its form has stored.
  const drafted = useDraftBase(formName(resource, 'update', id)) as Held<R> | null;
  const [held, setHeld] = useState(drafted ?? opened);
  const [conflict, setConflict] = useState<Conflict<R> | null>(null);
  const compare = async (error: unknown, patch: Patch<R>, done: () => void) => {
    if (!isOutdated(error)) return;
    const theirs = await client.fetchQuery({ ...oneOptions(resource, id), staleTime: 0 });
    setConflict({ patch, theirs, done });
  };
  const dialog = (save: Save<R>): ReactNode =>
    conflict && (
      <ConflictDialog
        resource={resource}
        labels={labels}
        before={membersOf(held.value)}
        mine={membersOf(conflict.patch)}
        theirs={membersOf(conflict.theirs.value)}
        onClose={() => setConflict(null)}
        onMine={() => {
          setConflict(null);
          save(conflict.patch, conflict.theirs.etag, conflict.done);
        }}
        onTheirs={() => {
          conflict.done();
          setConflict(null);
          setHeld(conflict.theirs);
        }}
      />
    );
  return { held, setHeld, conflict, compare, dialog };
}

interface ConflictDialogProps {
  readonly resource: Resource;
  readonly labels: Readonly<Record<string, string>>;
  readonly before: FormValues;
  readonly mine: FormValues;
  readonly theirs: FormValues;
  readonly onClose: () => void;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A reference in a patch has an id alone. */
export const pointed = ({ target }: Field, value: unknown): unknown =>
  target !== undefined && typeof value === 'object' && !Array.isArray(value)
    ? { type: target, url: '', ...value }
    : value;

function ConflictDialog(props: ConflictDialogProps) {
  const { resource, labels, before, mine, theirs } = props;
  const t = useTexts(formTexts).conflict;
  const { fieldLabel } = useLabels();
  const isTheirs = (name: string) => name in mine || !isSame(before[name], theirs[name]);
  const names = Object.keys(resource.fields).filter(
    (name) => resource.fields[name]?.update !== 'absent' && isTheirs(name),
  );
  const isMerged = names.every((name) => !(name in mine) || isSame(before[name], theirs[name]));
  const shownValue = (name: string, value: unknown) => {
    const field = resource.fields[name];
    return field && value !== null && value !== undefined && value !== '' ? (
      <FactValue name={name} field={field} value={pointed(field, value)} />
    ) : (
      t.empty
    );
  };
  return (
    <Modal opened onClose={props.onClose} size="lg" title={<Text fw={600}>{t.title}</Text>}>
      <Stack gap="md">
        <Text size="sm">{isMerged ? t.merged : t.about}</Text>
        <ScrollArea type="auto">
          <Table miw={420}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t.member}</Table.Th>
                <Table.Th>{t.mine}</Table.Th>
                <Table.Th>{t.theirs}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {names.map((name) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{labels[name] ?? fieldLabel(name)}</Table.Th>
                  <Table.Td>{shownValue(name, name in mine ? mine[name] : theirs[name])}</Table.Td>
                  <Table.Td>{shownValue(name, theirs[name])}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onTheirs} data-autofocus>
            {t.takeTheirs}
          </Button>
          <Button onClick={props.onMine}>{t.takeMine}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
