import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useUpdate } from '../../data/changes.ts';
import { fieldErrorsIn, isMissing } from '../../data/problems.ts';
import { type Held, useOne } from '../../data/queries.ts';
import { useForm } from '../../form/use-form.ts';
import { HistoryButton } from '../../history/history-button.tsx';
import { type Definition, nameIn } from '../../resource/attribute-value.tsx';
import { formName } from '../../resource/resource-form.tsx';
import { useVersions } from '../../resource/versions.tsx';
import { useMay } from '../../session.tsx';
import { attributeTexts } from '../../texts/attributes.ts';
import { useLanguage } from '../../texts/language.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { Gone } from '../../ui/gone.tsx';
import { notify } from '../../ui/notify.ts';
import { Page } from '../../ui/page.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { DefinitionActions, ValueCount } from './definition-actions.tsx';
import { designOf, patchOf } from './design.ts';
import { Designer, Notice } from './designer.tsx';
import { SystemDefinition } from './system-definition.tsx';

type HeldDefinition = Held<typeof employeeAttributeDefinitions>;

export function AttributePage() {
  const { id } = useParams({ strict: false });
  const { locale } = useLanguage();
  const may = useMay();
  const found = useOne(employeeAttributeDefinitions, id);
  const held = found.data;
  if (held && isMissing(found.error)) return <Gone to="/attributes" />;
  if (found.isLoadingError) return <ProblemNotice error={found.error} onRetry={() => found.refetch()} />;
  if (!held) return <LoadingRows />;
  const isSystem = held.value.category === 'system';
  const isOurs = !isSystem && may(employeeAttributeDefinitions, 'update');
  return (
    <Page
      title={nameIn(held.value, locale)}
      about={<ValueCount definitionId={held.value.id} />}
      actions={
        <>
          <HistoryButton resource={employeeAttributeDefinitions} id={held.value.id} name={nameIn(held.value, locale)} />
          {isOurs && <DefinitionActions held={held} />}
        </>
      }
    >
      {isOurs && <Changing held={held} />}
      {!isOurs && isSystem && <SystemDefinition definition={held.value} />}
      {!isOurs && !isSystem && <Reading definition={held.value} />}
    </Page>
  );
}

/** A change by somebody else is taken over while nothing is entered, and shown as a conflict otherwise. */
function Changing({ held }: { readonly held: HeldDefinition }) {
  const versions = useVersions(employeeAttributeDefinitions, held, {});
  return <ChangedDesign key={versions.held.etag} newest={held} versions={versions} />;
}

interface ChangedDesignProps {
  readonly newest: HeldDefinition;
  readonly versions: ReturnType<typeof useVersions<typeof employeeAttributeDefinitions>>;
}

function ChangedDesign({ newest, versions }: ChangedDesignProps) {
  const t = useTexts(attributeTexts);
  const { saved } = useTexts(shellTexts);
  const { held, setHeld } = versions;
  const { id, isArchived } = held.value;
  const [before] = useState(() => designOf(held.value));
  const form = useForm({ name: formName(employeeAttributeDefinitions, 'update', id), initial: before, base: held });
  const update = useUpdate(employeeAttributeDefinitions);
  const patch = patchOf(before, form.values);
  const isNewer = newest.etag !== held.etag && !form.isDirty && !update.isPending;
  useEffect(() => {
    if (isNewer) setHeld(newest);
  }, [isNewer, newest, setHeld]);
  const save = (sent: typeof patch, etag: string, done: () => void) =>
    update.mutate(
      { id, etag, patch: sent },
      {
        onSuccess: (now) => {
          done();
          notify(saved);
          const { links } = held.value;
          setHeld({ value: { ...now, links, embedded: null }, embedded: held.embedded, etag: now.etag });
        },
        onError: (error) => versions.compare(error, sent, done),
      },
    );
  return (
    <>
      <Designer
        design={form.values}
        form={form}
        onChange={(changed) => form.change((current) => ({ ...current, ...changed }))}
        definitionId={id}
        isLocked
        isReadOnly={false}
        fieldErrors={fieldErrorsIn(update.error)}
        error={versions.conflict ? null : update.error}
        isBusy={update.isPending}
        isUnchanged={Object.keys(patch).length === 0}
        body={patch}
        bodyTitle={t.json}
        bodyAbout={t.jsonHint(`PATCH /svc-api/employee-attribute-definitions/${id}`)}
        onSubmit={() => save(patch, held.etag, form.release)}
        notice={isArchived ? <Notice>{t.archived}</Notice> : <Notice title={t.locked}>{t.lockedAbout}</Notice>}
      />
      {versions.dialog(save)}
    </>
  );
}

function Reading({ definition }: { readonly definition: Definition }) {
  const t = useTexts(attributeTexts);
  const { links: _, embedded: __, ...shown } = definition;
  return (
    <Designer
      design={designOf(definition)}
      onChange={() => {}}
      definitionId={definition.id}
      isLocked
      isReadOnly
      fieldErrors={{}}
      error={null}
      isBusy={false}
      body={shown}
      bodyTitle={t.asRead}
      onSubmit={() => {}}
    />
  );
}
