/** Archives, restores and deletes a definition, marks it as confidential, and shows the number of its values. */
import { Anchor, Button } from '@mantine/core';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRemove, useUpdate } from '../../data/changes.ts';
import { type Held, useList } from '../../data/queries.ts';
import { useErrorWords } from '../../form/error-words.ts';
import { useMay } from '../../session.tsx';
import { attributeTexts } from '../../texts/attributes.ts';
import { useFormats } from '../../texts/formats.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify, notifyError } from '../../ui/notify.ts';

function useValueCount(definitionId: string): number | null {
  const may = useMay();
  const counted = useList(
    employeeAttributes,
    { filters: { 'definition.id': definitionId } },
    { pageSize: 0, isEnabled: may(employeeAttributes, 'list') },
  );
  return counted.data?.pages[0]?.totalCount ?? null;
}

/** A link back, and the number of values. */
export function ValueCount({ definitionId }: { readonly definitionId: string }) {
  const t = useTexts(attributeTexts);
  const { number } = useFormats();
  const count = useValueCount(definitionId);
  return (
    <>
      <Anchor inherit underline="always" renderRoot={(props) => <Link to="/attributes" {...props} />}>
        {t.back}
      </Anchor>
      {count !== null && ` · ${t.inUse(number(count), count === 1)}`}
    </>
  );
}

export function DefinitionActions({ held }: { readonly held: Held<typeof employeeAttributeDefinitions> }) {
  const t = useTexts(attributeTexts);
  const shell = useTexts(shellTexts);
  const wordsOf = useErrorWords();
  const [isRemoving, setRemoving] = useState(false);
  const update = useUpdate(employeeAttributeDefinitions, { alsoChanges: [employeeAttributes] });
  const { id, isArchived, isConfidential } = held.value;
  const change = (patch: { isArchived: boolean } | { isConfidential: boolean }, done: string) =>
    update.mutate(
      { id, etag: held.etag, patch },
      { onSuccess: () => notify(done), onError: (error) => notifyError(wordsOf(error)) },
    );
  const archive = () => change({ isArchived: !isArchived }, isArchived ? t.unarchivedDone : t.archivedDone);
  const mark = () => change({ isConfidential: !isConfidential }, isConfidential ? t.openDone : t.confidentialDone);
  return (
    <>
      <Button variant="default" onClick={mark} loading={update.isPending} title={t.confidentialAbout}>
        {isConfidential ? t.notConfidential : t.confidential}
      </Button>
      <Button variant="default" onClick={archive} loading={update.isPending}>
        {isArchived ? t.unarchive : t.archive}
      </Button>
      <Button variant="default" onClick={() => setRemoving(true)}>
        {shell.delete}
      </Button>
      <Removal held={held} isOpen={isRemoving} onClose={() => setRemoving(false)} />
    </>
  );
}

interface RemovalProps {
  readonly held: Held<typeof employeeAttributeDefinitions>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function Removal({ held, isOpen, onClose }: RemovalProps) {
  const t = useTexts(attributeTexts);
  const { number } = useFormats();
  const remove = useRemove(employeeAttributeDefinitions, { alsoChanges: [employeeAttributes] });
  const { id, name } = held.value;
  const count = useValueCount(id) ?? 0;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t.removeTitle(name)}
      error={remove.error}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ id, etag: held.etag })}
      onClose={onClose}
    >
      {t.removeAbout(number(count))}
    </ConfirmDialog>
  );
}
