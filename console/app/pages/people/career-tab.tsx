/** The career as it happened, the latest first; what holds on the chosen day stands out. */
import { Text, Timeline } from '@mantine/core';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { IconArrowsExchange, IconDoorEnter, IconDoorExit, IconShieldCheck } from '@tabler/icons-react';
import { useNames } from '../../resource/names.ts';
import { useFormats } from '../../texts/formats.ts';
import { useLabels } from '../../texts/labels.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Stage, stagesOf } from './career.ts';
import type { PersonShown } from './person-header.tsx';
import { PersonLink } from './person-link.tsx';

const icons = { begins: IconDoorEnter, position: IconArrowsExchange, probation: IconShieldCheck, ends: IconDoorExit };

export function CareerTab({ career, asOf }: PersonShown) {
  const t = useTexts(peopleTexts);
  const { day } = useFormats();
  const stages = stagesOf(career);
  // Counted from the end, which is the past: what has happened by the chosen day is drawn as such.
  const past = stages.filter((stage) => stage.day <= asOf).length;
  if (stages.length === 0) return <EmptyState title={t.timeline.empty} />;
  return (
    <Panel>
      <Timeline active={past - 1} reverseActive bulletSize={28} lineWidth={2}>
        {stages.map((stage) => {
          const Icon = icons[stage.kind];
          return (
            <Timeline.Item key={keyOf(stage)} bullet={<Icon size={15} />} title={<StageTitle stage={stage} />}>
              <StageDetails stage={stage} />
              <Text size="xs" c="dimmed" mt={2}>
                {day(stage.day)}
              </Text>
            </Timeline.Item>
          );
        })}
      </Timeline>
    </Panel>
  );
}

function keyOf(stage: Stage): string {
  if (stage.kind === 'position') return `position ${stage.position.id}`;
  if (stage.kind === 'probation') return `probation ${stage.probation.id}`;
  return `${stage.kind} ${stage.employment.id}`;
}

function StageTitle({ stage }: { readonly stage: Stage }) {
  const t = useTexts(peopleTexts);
  if (stage.kind !== 'position') return t.timeline[stage.kind];
  return stage.position.jobTitle ?? t.timeline.position;
}

function StageDetails({ stage }: { readonly stage: Stage }) {
  if (stage.kind === 'position') return <PositionDetails position={stage.position} />;
  if (stage.kind === 'probation') return null;
  return <EmploymentDetails employment={stage.employment} />;
}

function EmploymentDetails({ employment }: Pick<Extract<Stage, { kind: 'begins' | 'ends' }>, 'employment'>) {
  const legalEntityName = useNames(legalEntities);
  const templateName = useNames(employmentTemplates);
  const parts = [legalEntityName(employment.legalEntity.id), templateName(employment.template.id)];
  return <Text size="sm">{parts.filter(Boolean).join(' · ')}</Text>;
}

function PositionDetails({ position }: Pick<Extract<Stage, { kind: 'position' }>, 'position'>) {
  const t = useTexts(peopleTexts);
  const { list } = useFormats();
  const { fieldLabel } = useLabels();
  const departmentName = useNames(departments);
  const establishmentName = useNames(businessEstablishments);
  const parts = [departmentName(position.department.id), establishmentName(position.businessEstablishment.id)];
  const changed = position.updatedAttributes.filter((name) => name !== 'remoteId');
  return (
    <>
      <Text size="sm">{parts.filter(Boolean).join(' · ')}</Text>
      {position.manager && (
        <Text size="sm" component="div">
          {t.manager}: <PersonLink id={position.manager.id} />
        </Text>
      )}
      {changed.length > 0 && (
        <Text size="xs" c="dimmed">
          {t.timeline.changed(list(changed.map((name) => fieldLabel(name).toLocaleLowerCase())))}
        </Text>
      )}
    </>
  );
}
