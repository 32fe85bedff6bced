import { Select } from '@mantine/core';
import { taxonomyLabels } from '@muster/contract/resources/taxonomy-labels.ts';
import type { FieldInputProps } from '../../resource/field-input-props.ts';
import { taxonomyTexts } from '../../texts/taxonomies.ts';
import { useTexts } from '../../texts/texts.ts';

/** The inputs of a taxonomy, for creation and change. */
export function useTaxonomyEditing() {
  const t = useTexts(taxonomyTexts);
  return {
    members: ['name', 'sortLabelsBy', 't9n'],
    addTitle: t.addTitle,
    labels: { sortLabelsBy: t.order },
    hints: { sortLabelsBy: t.orderHint },
    // Its labels are deleted with it.
    alsoChanges: [taxonomyLabels],
    custom: { sortLabelsBy: (props: FieldInputProps) => <OrderInput {...props} /> },
  };
}

function OrderInput({ label, description, value, onChange, errorAt }: FieldInputProps) {
  const t = useTexts(taxonomyTexts);
  return (
    <Select
      label={label}
      description={description}
      data={(['id', 'name'] as const).map((order) => ({ value: order, label: t.orders[order] }))}
      value={value === 'name' ? 'name' : 'id'}
      allowDeselect={false}
      error={errorAt('')}
      onChange={onChange}
    />
  );
}
