/** The first steps of an empty account, until somebody is hired. */
import { Anchor, Group, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { accountSettings } from '@muster/contract/administration/account-settings.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useList, useOne } from '../../data/queries.ts';
import { useMay } from '../../session.tsx';
import { inboxTexts } from '../../texts/inbox.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import classes from './home.module.css';

type StepName = 'legalEntity' | 'establishment' | 'department' | 'template' | 'defaults' | 'hire';

interface Step {
  readonly name: StepName;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
  readonly isDone: boolean;
  readonly isOffered: boolean;
}

export function SetupPanel() {
  const t = useTexts(inboxTexts).setup;
  const steps = useSteps().filter(({ isOffered }) => isOffered);
  const next = steps.find(({ isDone }) => !isDone);
  if (steps.length === 0) return null;
  return (
    <Panel title={t.title} about={t.about}>
      <ol className={classes.cares}>
        {steps.map((step) => (
          <StepRow key={step.name} step={step} isNext={step === next} />
        ))}
      </ol>
    </Panel>
  );
}

function StepRow({ step, isNext }: { readonly step: Step; readonly isNext: boolean }) {
  const t = useTexts(inboxTexts).setup;
  const { name, to, search, isDone } = step;
  return (
    <li>
      <Group gap="xs" wrap="nowrap">
        <ThemeIcon variant="transparent" size="sm" color={isDone ? 'teal.9' : 'gray'} aria-hidden>
          {isDone ? <IconCheck size={18} /> : <IconCircle size={18} />}
        </ThemeIcon>
        <Anchor size="sm" fw={isNext ? 700 : 400} renderRoot={(props) => <Link to={to} search={search} {...props} />}>
          {t.steps[name]}
        </Anchor>
        <VisuallyHidden>{isDone ? t.done : t.open}</VisuallyHidden>
      </Group>
      <Text size="sm" c="dimmed" span>
        {isDone ? t.done : t.hints[name]}
      </Text>
    </li>
  );
}

function useExists(resource: Resource): boolean {
  const isEnabled = useMay()(resource, 'list');
  const { data } = useList(resource, {}, { pageSize: 1, isEnabled });
  return (data?.pages[0]?.items.length ?? 0) > 0;
}

function useSteps(): readonly Step[] {
  const may = useMay();
  const settings = useOne(accountSettings, may(accountSettings, 'read') ? 'current' : undefined).data?.value;
  const exists = {
    legalEntity: useExists(legalEntities),
    establishment: useExists(businessEstablishments),
    department: useExists(departments),
    template: useExists(employmentTemplates),
  };
  const creating = { open: 'new' };
  const creation = (name: keyof typeof exists, to: string, resource: Resource): Step => ({
    name,
    to,
    search: creating,
    isDone: exists[name],
    isOffered: may(resource, 'create'),
  });
  return [
    creation('legalEntity', '/legal-entities', legalEntities),
    creation('establishment', '/establishments', businessEstablishments),
    creation('department', '/departments', departments),
    creation('template', '/employment-templates', employmentTemplates),
    {
      name: 'defaults',
      to: '/settings',
      search: {},
      isDone: settings != null && settings.hiringTemplate !== null && settings.hiringBusinessEstablishment !== null,
      isOffered: may(accountSettings, 'update'),
    },
    { name: 'hire', to: '/people', search: { open: 'hire' }, isDone: false, isOffered: may(employees, 'create') },
  ];
}
