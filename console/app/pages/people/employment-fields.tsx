/** Inputs of an employment and its first position, which are created together. */
import { Fieldset, Stack } from '@mantine/core';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { useState } from 'react';
import { FieldGroup } from '../../resource/field-group.tsx';
import type { FormValues } from '../../resource/resource-form.tsx';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { positionMembers } from './move-drawer.tsx';

export interface EmploymentValues {
  readonly employment: FormValues;
  readonly position: FormValues;
}

export const useEmploymentValues = (initial: EmploymentValues) => useState<EmploymentValues>(initial);

interface EmploymentFieldsProps {
  readonly values: EmploymentValues;
  readonly onChange: (change: (held: EmploymentValues) => EmploymentValues) => void;
  readonly fieldErrors: Readonly<Record<string, string>>;
  /** The path of the employment in the body; by default the body itself. */
  readonly prefix?: string;
  /** Members without a hiring default. */
  readonly required: readonly string[];
}

export function EmploymentFields({ values, onChange, fieldErrors, prefix, required }: EmploymentFieldsProps) {
  const t = useTexts(peopleTexts);
  return (
    <>
      <Fieldset legend={t.employment}>
        <Stack gap="sm">
          <FieldGroup
            fields={employments.fields}
            names={['start', 'end', 'template']}
            values={values.employment}
            onChange={(name, value) =>
              onChange((held) => ({ ...held, employment: { ...held.employment, [name]: value } }))
            }
            fieldErrors={fieldErrors}
            required={required}
            {...(prefix !== undefined && { prefix })}
          />
        </Stack>
      </Fieldset>
      <Fieldset legend={t.position}>
        <Stack gap="sm">
          <FieldGroup
            fields={jobPositions.fields}
            names={positionMembers.filter((name) => name !== 'startsOn')}
            values={values.position}
            onChange={(name, value) => onChange((held) => ({ ...held, position: { ...held.position, [name]: value } }))}
            fieldErrors={fieldErrors}
            required={required}
            prefix={prefix === undefined ? 'firstJobPosition' : `${prefix}.firstJobPosition`}
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
