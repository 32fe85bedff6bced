/** The type of a value or property, and the taxonomy of its labels. */
import { Select } from '@mantine/core';
import { type BaseSchemaName, baseSchemaNames } from '@muster/contract/base-schemas.ts';
import { taxonomies } from '@muster/contract/resources/taxonomies.ts';
import { ReferenceSelect } from '../../resource/reference-select.tsx';
import { attributeTexts } from '../../texts/attributes.ts';
import { useTexts } from '../../texts/texts.ts';
import { labelSchema } from './design.ts';

interface Kind {
  readonly base: BaseSchemaName;
  readonly taxonomyId: string | null;
}

interface KindInputsProps extends Kind {
  readonly onChange: (kind: Partial<Kind>) => void;
  readonly isLocked: boolean;
  readonly kindError: string | undefined;
  readonly taxonomyError: string | undefined;
}

export function KindInputs({ base, taxonomyId, onChange, isLocked, kindError, taxonomyError }: KindInputsProps) {
  const t = useTexts(attributeTexts);
  return (
    <>
      <Select
        label={t.kind}
        data={baseSchemaNames.map((value) => ({ value, label: t.bases[value] }))}
        value={base}
        allowDeselect={false}
        disabled={isLocked}
        error={kindError}
        // Only names of base schemas are offered.
        onChange={(chosen) => chosen && onChange({ base: chosen as BaseSchemaName })}
      />
      {base === labelSchema && (
        <ReferenceSelect
          label={t.taxonomy}
          description={t.taxonomyHint}
          resource={taxonomies}
          value={taxonomyId}
          onChange={(id) => onChange({ taxonomyId: id })}
          isClearable={!isLocked}
          isDisabled={isLocked}
          {...(taxonomyError !== undefined && { error: taxonomyError })}
        />
      )}
    </>
  );
}
