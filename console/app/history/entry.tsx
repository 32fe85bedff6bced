/** One entry of the history: who, when and through what, what it was done to, and each member before and after. */
import { Badge, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { IconArrowRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { PersonName } from '../pages/people/person-name.tsx';
import type { AnyRow } from '../resource/naming.ts';
import { useMay } from '../session.tsx';
import { useFormats } from '../texts/formats.ts';
import { historyTexts } from '../texts/history.ts';
import { useLabels } from '../texts/labels.ts';
import { useTexts } from '../texts/texts.ts';
import { Facts } from '../ui/facts.tsx';
import { AttributeChange, ChangedValue } from './changed-value.tsx';
import { type EntryMember, type HistoryEntry, membersOf, verbOf } from './entry-members.ts';
import { isPointer, PointedName, useRowName } from './pointed-name.tsx';

/** What the page around it says already. */
export interface KnownSubject {
  readonly person?: boolean;
  readonly resource?: boolean;
}

interface EntryProps {
  readonly entry: HistoryEntry;
  readonly known: KnownSubject;
}

export function Entry({ entry, known }: EntryProps) {
  const { precise } = useFormats();
  return (
    <Stack gap={6} component="article">
      <Group gap={8} align="baseline">
        <What entry={entry} known={known} />
        {!known.person && entry.employee && entry.subjectType !== employees.type && <About id={entry.employee.id} />}
      </Group>
      <Text size="sm" c="dimmed">
        <time dateTime={entry.recordedAt}>{precise(entry.recordedAt)}</time>
        {' · '}
        <Who entry={entry} />
      </Text>
      <Members entry={entry} isAboutPerson={known.person ?? false} />
    </Stack>
  );
}

const colours: Readonly<Record<string, string>> = { created: 'teal', deleted: 'red' };

function What({ entry, known }: EntryProps) {
  const t = useTexts(historyTexts);
  const { kindLabel, fieldLabel } = useLabels();
  const verb = verbOf(entry);
  const verbs: Readonly<Record<string, string>> = t.verbs;
  const actions: Readonly<Record<string, string>> = t.actions;
  const { subjectType, action } = entry;
  const isChange = subjectType !== null && verbs[verb] !== undefined && action === `${subjectType}.${verb}`;
  return (
    <>
      <Badge variant="dot" color={colours[verb] ?? 'blue'} tt="none">
        {isChange ? verbs[verb] : (actions[action] ?? fieldLabel(action))}
      </Badge>
      {subjectType !== null && (isChange || !known.resource) && (
        <Text fw={600} size="sm">
          {kindLabel(subjectType)}
        </Text>
      )}
      {!known.resource && <Subject entry={entry} isLinked={!known.person} />}
    </>
  );
}

/** The name of what was changed, as it was then. */
function Subject({ entry, isLinked }: { readonly entry: HistoryEntry; readonly isLinked: boolean }) {
  const rowName = useRowName();
  const { kindLabel } = useLabels();
  const { subjectType, subjectId, data } = entry;
  if (subjectType === null) return null;
  if (subjectType === employees.type && subjectId !== null) return isLinked ? <About id={subjectId} /> : null;
  const held: Readonly<Record<string, unknown>> = data ?? {};
  const { definition } = held;
  if (subjectType === employeeAttributes.type && typeof definition === 'object' && definition && isPointer(definition))
    return (
      <Text size="sm">
        <PointedName pointer={definition} />
      </Text>
    );
  const name = rowName(subjectType, { ...held, id: subjectId ?? '' } satisfies AnyRow);
  // Without a name, the kind says it already.
  return name === kindLabel(subjectType) ? null : (
    <Text size="sm">{name.replace(`${kindLabel(subjectType)} `, '')}</Text>
  );
}

function About({ id }: { readonly id: string }) {
  const may = useMay();
  return may(employees, 'list') ? <PersonName id={id} /> : null;
}

function Who({ entry: { author, address } }: { readonly entry: HistoryEntry }) {
  const t = useTexts(historyTexts);
  const parts: Readonly<Record<string, string>> = t.service;
  const isService = author.type === 'service';
  const name = isService ? (parts[author.id] ?? author.name) : author.name;
  const through = [
    t.authors[author.type],
    ...(author.run === undefined ? [] : [t.run(author.run)]),
    ...(address === null ? [] : [t.from(address)]),
  ];
  return (
    <>
      <Text span size="sm" c="var(--mantine-color-text)">
        {name}
      </Text>
      {` (${through.join(', ')})`}
    </>
  );
}

/** A new person has many members: the first ones say what it is. */
const shownAtFirst = 8;

function Members({ entry, isAboutPerson }: { readonly entry: HistoryEntry; readonly isAboutPerson: boolean }) {
  const t = useTexts(historyTexts);
  const { fieldLabel } = useLabels();
  const { number } = useFormats();
  const [isWhole, setWhole] = useState(false);
  const members = membersOf(entry).filter(({ name }) => !(isAboutPerson && name === 'employee'));
  if (members.length === 0) return null;
  const shown = isWhole ? members : members.slice(0, shownAtFirst);
  return (
    <div>
      <Facts
        facts={shown.map((member): [string, ReactNode] => [
          fieldLabel(member.name),
          <Difference key={member.name} entry={entry} member={member} />,
        ])}
      />
      {shown.length < members.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {t.all(number(members.length))}
        </Button>
      )}
    </div>
  );
}

function Difference({ entry, member }: { readonly entry: HistoryEntry; readonly member: EntryMember }) {
  const t = useTexts(historyTexts);
  const value = (shown: unknown) => {
    const { definition } = (entry.data ?? {}) as { readonly definition?: { readonly id: string } };
    return entry.subjectType === employeeAttributes.type && member.name === 'value' && definition ? (
      <AttributeChange definitionId={definition.id} value={shown} />
    ) : (
      <ChangedValue name={member.name} value={shown} />
    );
  };
  const verb = verbOf(entry);
  if (entry.changedAttributes.length === 0)
    return (
      <Text size="sm" component="div" {...(verb === 'deleted' && { td: 'line-through' })}>
        {value(verb === 'deleted' ? member.before : member.after)}
      </Text>
    );
  return (
    <Group gap={8} align="flex-start">
      <Text size="sm" component="div" c="dimmed">
        <VisuallyHidden>{`${t.before}: `}</VisuallyHidden>
        {value(member.before)}
      </Text>
      <IconArrowRight size={16} style={{ marginTop: 3 }} aria-hidden />
      <Text size="sm" component="div">
        <VisuallyHidden>{`${t.after}: `}</VisuallyHidden>
        {value(member.after)}
      </Text>
    </Group>
  );
}
