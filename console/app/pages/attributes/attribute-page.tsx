import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useUpdate } from '../../data/changes.ts';
import { fieldErrorsIn, isMissing } from '../../data/problems.ts';
import { type Held, useOne } from '../../data/queries.ts';
import { type Definition, nameIn } from '../../resource/attribute-value.tsx';
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
  if (found.isError) return <ProblemNotice error={found.error} onRetry={() => found.refetch()} />;
  if (!held) return <LoadingRows />;
  const isSystem = held.value.category === 'system';
  const isOurs = !isSystem && may(employeeAttributeDefinitions, 'update');
  return (
    <Page
      title={nameIn(held.value, locale)}
      about={<ValueCount definitionId={held.value.id} />}
      actions={isOurs && <DefinitionActions held={held} />}
    >
      {isOurs && <Changing key={held.etag} held={held} />}
      {!isOurs && isSystem && <SystemDefinition definition={held.value} />}
      {!isOurs && !isSystem && <Reading definition={held.value} />}
    </Page>
  );
}

/** Starts again after a concurrent change. */
function Changing({ held }: { readonly held: HeldDefinition }) {
  const t = useTexts(attributeTexts);
  const { saved } = useTexts(shellTexts);
  const { id, isArchived } = held.value;
  const [before] = useState(() => designOf(held.value));
  const [design, setDesign] = useState(before);
  const update = useUpdate(employeeAttributeDefinitions);
  const patch = patchOf(before, design);
  return (
    <Designer
      design={design}
      onChange={(changed) => setDesign((current) => ({ ...current, ...changed }))}
      definitionId={id}
      isLocked
      isReadOnly={false}
      fieldErrors={fieldErrorsIn(update.error)}
      error={update.error}
      isBusy={update.isPending}
      isUnchanged={Object.keys(patch).length === 0}
      body={patch}
      bodyTitle={t.json}
      bodyAbout={t.jsonHint(`PATCH /svc-api/employee-attribute-definitions/${id}`)}
      onSubmit={() => update.mutate({ id, etag: held.etag, patch }, { onSuccess: () => notify(saved) })}
      notice={isArchived ? <Notice>{t.archived}</Notice> : <Notice title={t.locked}>{t.lockedAbout}</Notice>}
    />
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
