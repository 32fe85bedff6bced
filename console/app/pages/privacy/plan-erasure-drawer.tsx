/** Plans an erasure: shows first what would be removed, and asks for the name of the person. */
import { Stack, Textarea, TextInput } from '@mantine/core';
import { addressOf } from '@muster/client/collection.ts';
import { erasures } from '@muster/contract/administration/erasures.ts';
import type { Read } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { useCreate } from '../../data/changes.ts';
import { useMutation } from '../../data/mutation.ts';
import { useOne } from '../../data/queries.ts';
import { send } from '../../data/service.ts';
import { Form } from '../../form/form.tsx';
import { useForm } from '../../form/use-form.ts';
import { ReferenceSelect } from '../../resource/reference-select.tsx';
import { formTexts } from '../../texts/form.ts';
import { privacyTexts } from '../../texts/privacy.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { ErasureCounts } from './erasure-counts.tsx';

interface PlanErasureDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function PlanErasureDrawer({ isOpen, onClose }: PlanErasureDrawerProps) {
  const { erasures: t } = useTexts(privacyTexts);
  return (
    <FormDrawer title={t.plan} isOpen={isOpen} onClose={onClose} size="md">
      <PlanForm onClose={onClose} />
    </FormDrawer>
  );
}

interface Plan {
  readonly employeeId: string | null;
  readonly reason: string;
  readonly name: string;
}

type Preview = Pick<Read<typeof erasures>, 'counts' | 'namedElsewhere'>;

const bodyOf = ({ employeeId, reason }: Plan) => ({ employee: { id: employeeId ?? '' }, reason });

/** The declaration says which members a dry run answers with. */
const requestPreview = async (plan: Plan): Promise<Preview> =>
  (await send({ method: 'POST', path: `${addressOf(erasures)}?dryRun=true`, body: bodyOf(plan) })).body as Preview;

function PlanForm({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(privacyTexts);
  const { required } = useTexts(formTexts);
  const form = useForm<Plan>({ name: 'erasure', initial: { employeeId: null, reason: '', name: '' } });
  const plan = form.values;
  const person = useOne(employees, plan.employeeId ?? undefined).data?.value;
  const name = person ? `${person.givenName} ${person.familyName}` : '';
  const dryRun = useMutation({ mutationFn: requestPreview });
  const create = useCreate(erasures);
  const change = (changed: Partial<Plan>) => {
    form.change((held) => ({ ...held, ...changed }));
    // Another person has other data.
    if ('employeeId' in changed) dryRun.reset();
    create.reset();
  };
  const check = () => ({
    ...(plan.employeeId === null && { employee: required }),
    ...(plan.reason.trim() === '' && { reason: required }),
    ...(dryRun.data && plan.name.trim() !== name && { name: t.erasures.differs }),
  });
  const submit = () =>
    create.mutate(bodyOf(plan), {
      onSuccess: () => {
        form.release();
        notify(t.erasures.planned);
        onClose();
      },
    });
  return (
    <Form
      form={form}
      error={create.error ?? dryRun.error}
      isBusy={dryRun.isPending || create.isPending}
      check={check}
      labels={{ employee: t.person, reason: t.reason, name: t.erasures.confirm(name) }}
      onSubmit={() => (dryRun.data === undefined ? dryRun.mutate(plan) : submit())}
      onCancel={onClose}
      submitLabel={dryRun.data === undefined ? t.erasures.check : t.erasures.submit}
    >
      <PlanFields plan={plan} name={name} preview={dryRun.data} onChange={change} />
    </Form>
  );
}

interface PlanFieldsProps {
  readonly plan: Plan;
  readonly name: string;
  readonly preview: Preview | undefined;
  readonly onChange: (changed: Partial<Plan>) => void;
}

function PlanFields({ plan, name, preview, onChange }: PlanFieldsProps) {
  const t = useTexts(privacyTexts);
  return (
    <Stack gap="sm">
      <ReferenceSelect
        label={t.person}
        resource={employees}
        value={plan.employeeId}
        onChange={(employeeId) => onChange({ employeeId })}
        isRequired
        isLong
      />
      <Textarea
        label={t.reason}
        description={t.reasonHint}
        value={plan.reason}
        onChange={(event) => onChange({ reason: event.currentTarget.value })}
        required
        autosize
        minRows={2}
      />
      {preview && (
        <>
          <ErasureCounts {...preview} />
          <TextInput
            label={t.erasures.confirm(name)}
            value={plan.name}
            autoComplete="off"
            required
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
        </>
      )}
    </Stack>
  );
}
