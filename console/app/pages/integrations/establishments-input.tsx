/** All establishments, including future ones, or some by name. All is null, which differs from an empty list. */
import { Input, MultiSelect, SegmentedControl, Stack } from '@mantine/core';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { useState } from 'react';
import { useAll } from '../../data/queries.ts';
import type { FieldInputProps } from '../../resource/field-input-props.ts';
import { credentialTexts } from '../../texts/credentials.ts';
import { useTexts } from '../../texts/texts.ts';

interface Pointer {
  readonly id: string;
}

export function EstablishmentsInput({ label, description, value, onChange, errorAt }: FieldInputProps) {
  const t = useTexts(credentialTexts);
  const chosen = (value ?? null) as readonly Pointer[] | null;
  const [isSome, setSome] = useState(chosen !== null);
  const all = useAll(businessEstablishments);
  const change = (which: string) => {
    setSome(which === 'some');
    onChange(which === 'some' ? [] : null);
  };
  return (
    <div data-wide>
      <Input.Wrapper label={label} description={description} labelElement="div">
        <Stack gap="xs" mt={4} align="flex-start">
          <SegmentedControl
            aria-label={label}
            value={isSome ? 'some' : 'all'}
            onChange={change}
            data={[
              { value: 'all', label: t.allEstablishments },
              { value: 'some', label: t.someEstablishments },
            ]}
          />
          {isSome && (
            <MultiSelect
              w="100%"
              aria-label={t.chooseEstablishments}
              placeholder={chosen?.length ? undefined : t.chooseEstablishments}
              error={errorAt('')}
              data={(all.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              value={(chosen ?? []).map(({ id }) => id)}
              onChange={(ids) => onChange(ids.map((id) => ({ id })))}
              searchable
              clearable
            />
          )}
        </Stack>
      </Input.Wrapper>
    </div>
  );
}

/** The selection as text. */
export function EstablishmentNames({ chosen }: { readonly chosen: readonly Pointer[] | null }) {
  const t = useTexts(credentialTexts);
  const all = useAll(businessEstablishments, {}, { isEnabled: chosen !== null });
  if (chosen === null) return t.allEstablishments;
  const nameById = new Map((all.data ?? []).map(({ id, name }) => [id, name]));
  return chosen.map(({ id }) => nameById.get(id) ?? id).join(', ');
}
