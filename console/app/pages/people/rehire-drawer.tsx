/** Rehires a former employee: another employment with its first position. */
import type { Create } from '@muster/contract/kit/resource.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { useCreate } from '../../data/changes.ts';
import { useEntryCheck } from '../../form/entry-check.ts';
import { Form } from '../../form/form.tsx';
import { useForm } from '../../form/use-form.ts';
import { useToday } from '../../session.tsx';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { type Career, employmentOn } from './career.ts';
import type { PersonDrawerProps } from './edit-drawer.tsx';
import { careerProblems, EmploymentFields, type EmploymentValues, givenOf } from './employment-fields.tsx';
import { careerResources } from './use-career.ts';

interface RehireDrawerProps extends PersonDrawerProps {
  readonly career: Career;
  /** The day that the page shows. */
  readonly asOf: string;
}

export function RehireDrawer(props: RehireDrawerProps) {
  const t = useTexts(peopleTexts);
  const { person, isOpen, onClose } = props;
  return (
    <FormDrawer title={t.rehireTitle(`${person.givenName} ${person.familyName}`)} isOpen={isOpen} onClose={onClose}>
      <RehireForm {...props} />
    </FormDrawer>
  );
}

/** Members without a default. */
const required = ['start', 'template', 'department', 'businessEstablishment'];

function RehireForm({ person, career, asOf, onClose }: RehireDrawerProps) {
  const today = useToday();
  const t = useTexts(peopleTexts);
  const last = career.positions.find(({ id }) => id === person.applicableJobPosition.id);
  const check = useEntryCheck();
  const form = useForm<EmploymentValues>({
    name: `rehire ${person.id}`,
    initial: {
      employment: { start: { date: employmentOn(career, asOf) ? today : asOf } },
      position: last
        ? { jobTitle: last.jobTitle, department: last.department, businessEstablishment: last.businessEstablishment }
        : {},
    },
  });
  const { values } = form;
  const create = useCreate(employments, { alsoChanges: careerResources });
  const submit = () => {
    // The inputs follow the declarations; the service checks the rest.
    const body = {
      ...givenOf(values.employment),
      employee: { id: person.id },
      firstJobPosition: givenOf(values.position),
    };
    create.mutate(body as Create<typeof employments>, {
      onSuccess: () => {
        form.release();
        notify(t.rehired);
        onClose();
      },
    });
  };
  return (
    <Form
      form={form}
      error={create.error}
      isBusy={create.isPending}
      check={() => careerProblems(check, values, undefined, required)}
      onSubmit={submit}
      onCancel={onClose}
      submitLabel={t.rehire}
    >
      <EmploymentFields values={values} onChange={form.change} required={required} />
    </Form>
  );
}
