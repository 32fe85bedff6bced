/** The history of a person, latest first; everything up to the selected day is highlighted. */
import { Chip, Group, Text, Timeline } from '@mantine/core';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import {
  IconArrowsExchange,
  IconBeach,
  IconDoorEnter,
  IconDoorExit,
  IconShieldCheck,
  IconTag,
} from '@tabler/icons-react';
import { useState } from 'react';
import { type Embedded, useAll, useWhole } from '../../data/queries.ts';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Stage, stagesOf } from './career.ts';
import { CareerDrawers, StageActions } from './career-corrections.tsx';
import type { PersonShown } from './person-header.tsx';
import { StageDetails, StageTitle } from './stage.tsx';

const icons = {
  begins: IconDoorEnter,
  position: IconArrowsExchange,
  attribute: IconTag,
  leave: IconBeach,
  probation: IconShieldCheck,
  ends: IconDoorExit,
};

const kindsOf = {
  employment: ['begins', 'ends', 'probation'],
  position: ['position'],
  attribute: ['attribute'],
  leave: ['leave'],
} as const satisfies Record<string, readonly Stage['kind'][]>;

type Chosen = keyof typeof kindsOf;

// The keys are those of the table.
const everything = Object.keys(kindsOf) as Chosen[];

export function CareerTab({ person, career, asOf }: PersonShown) {
  const t = useTexts(peopleTexts).timeline;
  const { day } = useFormats();
  const extras = useCareerExtras(person.id);
  const [chosen, setChosen] = useState<readonly string[]>(everything);
  const kinds: readonly string[] = everything.filter((name) => chosen.includes(name)).flatMap((name) => kindsOf[name]);
  const stages = stagesOf(career, extras).filter(({ kind }) => kinds.includes(kind));
  // Counted from the end, which is the past: everything up to the selected day is drawn as past.
  const past = stages.filter((stage) => stage.day <= asOf).length;
  return (
    <Panel>
      <Chip.Group multiple value={[...chosen]} onChange={setChosen}>
        <Group gap="xs" mb="md" role="group" aria-label={t.shown}>
          {everything.map((name) => (
            <Chip key={name} value={name} size="xs" variant="outline">
              {t.kinds[name]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {stages.length === 0 && <EmptyState title={t.empty} />}
      <Timeline active={past - 1} reverseActive bulletSize={28} lineWidth={2} style={{ overflowWrap: 'anywhere' }}>
        {stages.map((stage) => {
          const Icon = icons[stage.kind];
          return (
            <Timeline.Item
              key={keyOf(stage)}
              bullet={<Icon size={15} />}
              title={<StageTitle stage={stage} embedded={extras.embedded} />}
            >
              <StageDetails stage={stage} embedded={extras.embedded} />
              <StageActions stage={stage} career={career} />
              <Text size="xs" c="dimmed" mt={2}>
                {day(stage.day)}
              </Text>
            </Timeline.Item>
          );
        })}
      </Timeline>
      <CareerDrawers career={career} />
    </Panel>
  );
}

/** Absences, and attribute values with their embedded definitions. */
function useCareerExtras(employeeId: string) {
  const may = useMay();
  const ofEmployee = { 'employee.id': employeeId };
  const absences = useAll(leaves, { filters: ofEmployee, sort: ['-startsOn'] }, { isEnabled: may(leaves, 'list') });
  const values = useWhole(
    employeeAttributes,
    { filters: { ...ofEmployee, 'definition.category': 'extension' } },
    { isEnabled: may(employeeAttributes, 'list') },
  );
  const embedded: Embedded = values.data?.embedded ?? {};
  return { leaves: absences.data ?? [], attributes: values.data?.items ?? [], embedded };
}

function keyOf(stage: Stage): string {
  if (stage.kind === 'position') return `position ${stage.position.id}`;
  if (stage.kind === 'probation') return `probation ${stage.probation.id}`;
  if (stage.kind === 'leave') return `leave ${stage.leave.id}`;
  if (stage.kind === 'attribute') return `attribute ${stage.attribute.id}`;
  return `${stage.kind} ${stage.employment.id}`;
}
