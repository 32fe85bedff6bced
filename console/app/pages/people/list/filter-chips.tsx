/** The filters that are set, in words; each can be removed. */
import { Group, Pill } from '@mantine/core';
import { useBatched } from '../../../data/batched.ts';
import type { ListState } from '../../../resource/list-state.ts';
import { type AnyRow, nameOf } from '../../../resource/naming.ts';
import { useFormats } from '../../../texts/formats.ts';
import { useLabels } from '../../../texts/labels.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { shellTexts } from '../../../texts/shell.ts';
import { useTexts } from '../../../texts/texts.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';
import { type Condition, conditionOf } from './conditions.ts';
import type { FilterMember } from './filter-members.ts';

interface FilterChipsProps {
  readonly state: ListState;
  readonly members: readonly FilterMember[];
  /** Parameters with a control of their own. */
  readonly others: readonly string[];
}

export function FilterChips({ state, members, others }: FilterChipsProps) {
  const t = useTexts(workbenchTexts);
  const shown = Object.entries(state.filters).filter(([parameter]) => !others.includes(parameter));
  if (shown.length === 0) return null;
  return (
    <Group gap={6} mb="sm" role="list" aria-label={t.filters}>
      {shown.map(([parameter, value]) => {
        const condition = conditionOf(parameter, value);
        const member = members.find(({ name }) => name === condition.name);
        return (
          <Pill
            key={parameter}
            role="listitem"
            size="md"
            withRemoveButton
            removeButtonProps={{
              'aria-label': t.removeFilter(member?.label ?? condition.name),
              'aria-hidden': false,
              tabIndex: 0,
            }}
            onRemove={() => state.change({ [parameter]: undefined })}
          >
            {member?.label ?? condition.name} <ConditionText condition={condition} member={member} />
          </Pill>
        );
      })}
    </Group>
  );
}

interface ConditionTextProps {
  readonly condition: Condition;
  readonly member: FilterMember | undefined;
}

function ConditionText({ condition, member }: ConditionTextProps) {
  const t = useTexts(workbenchTexts);
  const wordOf = useValueWord(member);
  const { operator, values } = condition;
  const [first = '', second = ''] = values;
  if (operator !== 'between') {
    const id = member?.kind === 'reference' ? first : null;
    return (
      <>
        {t.operators[operator]} {id && member?.resource ? <TargetName member={member} id={id} /> : wordOf(first)}
      </>
    );
  }
  return t.range(first && wordOf(first), second && wordOf(second));
}

function TargetName({ member, id }: { readonly member: FilterMember; readonly id: string }) {
  const { locale } = useLanguage();
  // Only asked for where the member refers to something.
  const { data } = useBatched(member.resource as NonNullable<FilterMember['resource']>, id);
  // Every representation has an id; other members are read by name.
  return data ? nameOf(data as unknown as AnyRow, locale) : id;
}

function useValueWord(member: FilterMember | undefined): (value: string) => string {
  const { valueLabel } = useLabels();
  const { day } = useFormats();
  const { yes, no } = useTexts(shellTexts);
  return (value) => {
    if (member?.kind === 'date' || member?.kind === 'moment') return day(value.slice(0, 10));
    if (member?.kind === 'boolean') return value === 'true' ? yes : no;
    return member?.kind === 'choice' ? valueLabel(value) : value;
  };
}
