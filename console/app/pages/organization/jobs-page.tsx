import { Tabs } from '@mantine/core';
import { jobQualifications } from '@muster/contract/resources/job-qualifications.ts';
import { professions } from '@muster/contract/resources/professions.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Column } from '../../resource/columns.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { AddButton, ManagedTable } from '../../resource/managed-table.tsx';
import { useNames } from '../../resource/names.ts';
import type { SearchParams } from '../../search-params.ts';
import { useFormats } from '../../texts/formats.ts';
import { useLabels } from '../../texts/labels.ts';
import { organizationTexts } from '../../texts/organization.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { ArchivalBadge, useArchivalFilter } from './archival.tsx';

/** Two related lists; each tab has its own address. */
export function JobsPage() {
  const t = useTexts(organizationTexts).jobs;
  const words: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const tab = words.tab === 'qualifications' ? 'qualifications' : 'professions';
  const add =
    tab === 'professions' ? (
      <AddButton resource={professions} label={t.addProfession} />
    ) : (
      <AddButton resource={jobQualifications} label={t.addQualification} />
    );
  return (
    <Page title={t.title} about={t.about} actions={add}>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(chosen) => chosen && navigate({ to: '.', search: { tab: chosen }, replace: true })}
      >
        <Tabs.List mb="sm">
          <Tabs.Tab value="professions">{t.professions}</Tabs.Tab>
          <Tabs.Tab value="qualifications">{t.qualifications}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="professions">
          <Professions />
        </Tabs.Panel>
        <Tabs.Panel value="qualifications">
          <Qualifications />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Professions() {
  const t = useTexts(organizationTexts);
  const { fieldLabel } = useLabels();
  const state = useAddressState(['isArchived']);
  const archival = useArchivalFilter();
  const columns = useMemo(
    (): readonly Column<typeof professions>[] => [
      { id: 'title', header: fieldLabel('title'), widthPx: 320, cell: ({ title }) => title },
      {
        id: 'state',
        header: t.state,
        widthPx: 120,
        cell: ({ isArchived }) => <ArchivalBadge isArchived={isArchived} />,
      },
    ],
    [t, fieldLabel],
  );
  return (
    <ManagedTable
      resource={professions}
      state={state}
      columns={columns}
      filters={[archival]}
      empty={t.jobs.emptyProfessions}
      editing={{ members: ['title', 't9n'], addTitle: t.jobs.addProfessionTitle }}
    />
  );
}

function Qualifications() {
  const t = useTexts(organizationTexts);
  const { fieldLabel } = useLabels();
  const { number } = useFormats();
  const professionName = useNames(professions);
  const state = useAddressState(['profession.id']);
  const columns = useMemo(
    (): readonly Column<typeof jobQualifications>[] => [
      { id: 'title', header: fieldLabel('title'), widthPx: 280, cell: ({ title }) => title },
      {
        id: 'profession',
        header: fieldLabel('profession'),
        widthPx: 220,
        cell: ({ profession }) => professionName(profession.id),
      },
      { id: 'rank', header: fieldLabel('rank'), widthPx: 90, cell: ({ rank }) => number(rank) },
    ],
    [fieldLabel, professionName, number],
  );
  return (
    <ManagedTable
      resource={jobQualifications}
      state={state}
      columns={columns}
      filters={[{ name: 'profession.id', label: fieldLabel('profession'), resource: professions, widthPx: 200 }]}
      empty={t.jobs.emptyQualifications}
      editing={{
        members: ['title', 'profession', 'rank', 't9n'],
        addTitle: t.jobs.addQualificationTitle,
        hints: { rank: t.jobs.rankHint },
      }}
    />
  );
}
