import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { useNavigate } from '@tanstack/react-router';
import { useCreate } from '../../data/changes.ts';
import { fieldErrorsIn } from '../../data/problems.ts';
import { useForm } from '../../form/use-form.ts';
import { attributeTexts } from '../../texts/attributes.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { notify } from '../../ui/notify.ts';
import { Page } from '../../ui/page.tsx';
import { bodyOf, emptyDesign } from './design.ts';
import { Designer } from './designer.tsx';

export function NewAttributePage() {
  const t = useTexts(attributeTexts);
  const { created } = useTexts(shellTexts);
  const navigate = useNavigate();
  const form = useForm({ name: 'attribute new', initial: emptyDesign() });
  const design = form.values;
  const create = useCreate(employeeAttributeDefinitions);
  const body = bodyOf(design);
  const submit = () =>
    create.mutate(body, {
      onSuccess: ({ id }) => {
        form.release();
        notify(created);
        navigate({ to: '/attributes/$id', params: { id } });
      },
    });
  return (
    <Page title={t.newTitle}>
      <Designer
        design={design}
        form={form}
        onChange={(changed) => form.change((held) => ({ ...held, ...changed }))}
        definitionId={null}
        isLocked={false}
        isReadOnly={false}
        fieldErrors={fieldErrorsIn(create.error)}
        error={create.error}
        isBusy={create.isPending}
        body={body}
        bodyTitle={t.json}
        bodyAbout={t.jsonHint('POST /svc-api/employee-attribute-definitions')}
        onSubmit={submit}
      />
    </Page>
  );
}
