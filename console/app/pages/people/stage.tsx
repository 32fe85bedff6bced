/** The text of one stage of the timeline. */
import { Text } from '@mantine/core';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { type Embedded, embeddedIn } from '../../data/queries.ts';
import { AttributeValue, type Definition, nameIn } from '../../resource/attribute-value.tsx';
import { FileOwnerContext } from '../../resource/file-value.tsx';
import { useNames } from '../../resource/names.ts';
import { useFormats } from '../../texts/formats.ts';
import { useLabels } from '../../texts/labels.ts';
import { useLanguage } from '../../texts/language.tsx';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import type { Attribute, Employment, Leave, Position, Stage } from './career.ts';
import { PersonLink } from './person-link.tsx';

interface StageProps {
  readonly stage: Stage;
  readonly embedded: Embedded;
}

/** Every value has its embedded definition. */
export const definitionIn = (embedded: Embedded, { definition }: Attribute): Definition | undefined =>
  embeddedIn(embedded, employeeAttributeDefinitions, definition.id);

export function StageTitle({ stage, embedded }: StageProps) {
  const t = useTexts(peopleTexts).timeline;
  const { locale } = useLanguage();
  const accountName = useNames(leaveAccounts);
  if (stage.kind === 'position') return stage.position.jobTitle ?? t.position;
  if (stage.kind === 'leave') return accountName(stage.leave.leaveAccount.id) || t.kinds.leave;
  if (stage.kind !== 'attribute') return t[stage.kind];
  const definition = definitionIn(embedded, stage.attribute);
  return definition ? nameIn(definition, locale) : stage.attribute.definition.id;
}

export function StageDetails({ stage, embedded }: StageProps) {
  switch (stage.kind) {
    case 'position':
      return <PositionDetails position={stage.position} />;
    case 'leave':
      return <LeaveDetails leave={stage.leave} />;
    case 'attribute':
      return (
        <Text size="sm" component="div">
          <FileOwnerContext value={{ resource: employeeAttributes, id: stage.attribute.id }}>
            <AttributeValue value={stage.attribute.value} definition={definitionIn(embedded, stage.attribute)} />
          </FileOwnerContext>
        </Text>
      );
    case 'probation':
      return null;
    default:
      return <EmploymentDetails employment={stage.employment} />;
  }
}

function EmploymentDetails({ employment }: { readonly employment: Employment }) {
  const legalEntityName = useNames(legalEntities);
  const templateName = useNames(employmentTemplates);
  const parts = [legalEntityName(employment.legalEntity.id), templateName(employment.template.id)];
  return <Text size="sm">{parts.filter(Boolean).join(' · ')}</Text>;
}

function LeaveDetails({ leave }: { readonly leave: Leave }) {
  const t = useTexts(peopleTexts).timeline;
  const { day, duration } = useFormats();
  const { valueLabel } = useLabels();
  const parts = [t.until(day(leave.endsOn)), duration(leave.totalDuration), valueLabel(leave.status)];
  return <Text size="sm">{parts.join(' · ')}</Text>;
}

function PositionDetails({ position }: { readonly position: Position }) {
  const t = useTexts(peopleTexts);
  const { list, inSentence } = useFormats();
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
          {t.timeline.changed(list(changed.map((name) => inSentence(fieldLabel(name)))))}
        </Text>
      )}
    </>
  );
}
