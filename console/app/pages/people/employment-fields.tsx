/** Inputs of an employment and its first position, which are created together. */
import { Fieldset, Stack } from '@mantine/core';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import type { EntryCheck } from '../../form/entry-check.ts';
import { FieldGroup } from '../../resource/field-group.tsx';
import type { FormValues } from '../../resource/resource-form.tsx';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { positionMembers } from './position-members.ts';

export interface EmploymentValues {
  readonly employment: FormValues;
  readonly position: FormValues;
}

interface EmploymentFieldsProps {
  readonly values: EmploymentValues;
  readonly onChange: (change: (held: EmploymentValues) => EmploymentValues) => void;
  /** The path of the employment in the body; by default the body itself. */
  readonly prefix?: string;
  /** Members without a hiring default. */
  readonly required: readonly string[];
}

const employmentMembers = ['start', 'end', 'template'];
const firstPositionMembers = positionMembers.filter((name) => name !== 'startsOn');

const positionPrefix = (prefix: string | undefined): string =>
  prefix === undefined ? 'firstJobPosition' : `${prefix}.firstJobPosition`;

/** What the service would refuse, by path. */
export const careerProblems = (
  check: EntryCheck,
  { employment, position }: EmploymentValues,
  prefix: string | undefined,
  required: readonly string[],
) => ({
  ...check({
    fields: employments.fields,
    names: employmentMembers,
    values: employment,
    required,
    ...(prefix !== undefined && { prefix }),
  }),
  ...check({
    fields: jobPositions.fields,
    names: firstPositionMembers,
    values: position,
    required,
    prefix: positionPrefix(prefix),
  }),
});

export function EmploymentFields({ values, onChange, prefix, required }: EmploymentFieldsProps) {
  const t = useTexts(peopleTexts);
  return (
    <>
      <Fieldset legend={t.employment}>
        <Stack gap="sm">
          <FieldGroup
            fields={employments.fields}
            names={employmentMembers}
            values={values.employment}
            onChange={(name, value) =>
              onChange((held) => ({ ...held, employment: { ...held.employment, [name]: value } }))
            }
            required={required}
            {...(prefix !== undefined && { prefix })}
          />
        </Stack>
      </Fieldset>
      <Fieldset legend={t.position}>
        <Stack gap="sm">
          <FieldGroup
            fields={jobPositions.fields}
            names={firstPositionMembers}
            values={values.position}
            onChange={(name, value) => onChange((held) => ({ ...held, position: { ...held.position, [name]: value } }))}
            required={required}
            prefix={positionPrefix(prefix)}
          />
        </Stack>
      </Fieldset>
    </>
  );
}

/** Empty members are omitted. */
export const givenOf = (values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
