/** The sections of the inbox that the role opens. */
import type { Row } from '@muster/client/collection.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';
import { limitOfRole } from '@muster/contract/roles.ts';
import type { ReactNode } from 'react';
import { type ScreenQuery, useAll, useList } from '../../data/queries.ts';
import { useMay, useSession, useToday } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { inboxTexts } from '../../texts/inbox.ts';
import { useTexts } from '../../texts/texts.ts';
import { dayAfter } from '../people/career-preview.ts';
import { PersonRow, ProbationRow, RequestRow } from './inbox-rows.tsx';

export interface InboxSection {
  readonly title: string;
  readonly count: number;
  readonly rows: readonly ReactNode[];
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly reload: () => void;
  /** Null: all are shown. */
  readonly loadMore: (() => void) | null;
  readonly isLoadingMore: boolean;
}

const rowsShown = 5;
const weeksDays = 28;
const fixedTermDays = 91;

interface SectionQuery<R extends Resource> {
  readonly resource: R;
  readonly title: string;
  /** Untyped: the types know no ranges of nested days. */
  readonly query: ScreenQuery['chosen'];
  readonly isEnabled?: boolean;
  readonly rowOf: (row: Row<R>) => ReactNode;
}

/** Null where the role does not open the list. */
function useSection<R extends Resource>(section: SectionQuery<R>): InboxSection | null {
  const { resource, title, query, isEnabled = true, rowOf } = section;
  const isOpen = useMay()(resource, 'list');
  const list = useList(resource, { chosen: query }, { pageSize: rowsShown, isEnabled: isOpen && isEnabled });
  if (!isOpen) return null;
  return {
    title,
    count: list.data?.pages[0]?.totalCount ?? 0,
    rows: list.data?.pages.flatMap(({ items }) => items.map(rowOf)) ?? [],
    isPending: isEnabled && list.isPending,
    error: list.error,
    reload: () => void list.refetch(),
    loadMore: list.hasNextPage ? () => void list.fetchNextPage() : null,
    isLoadingMore: list.isFetchingNextPage,
  };
}

/** A filter takes no more values. */
const templatesMax = 100;

export function useInbox(): readonly InboxSection[] {
  const t = useTexts(inboxTexts);
  const { day } = useFormats();
  const today = useToday();
  const ends = useEnds();
  const requests = useSection({
    resource: leaveRequests,
    title: t.requests,
    query: { filters: { status: 'pending' }, sort: ['id'] },
    rowOf: ({ id, employee, leaves }) => (
      <RequestRow key={id} id={id} employeeId={employee.id} leaveId={leaves[0]?.id ?? ''} />
    ),
  });
  const starts = useSection({
    resource: employments,
    title: t.starts,
    query: { filters: { 'start.date.between': [today, dayAfter(today, weeksDays)] }, sort: ['start.date'] },
    rowOf: ({ id, employee, start }) => (
      <PersonRow key={id} employeeId={employee.id}>
        {t.startsOn(day(start.date))}
      </PersonRow>
    ),
  });
  const probations = useSection({
    resource: probationaryPeriods,
    title: t.probations,
    query: { filters: { 'endsOn.between': [today, dayAfter(today, weeksDays)] }, sort: ['endsOn'] },
    rowOf: ({ id, employment, endsOn }) => (
      <ProbationRow key={id} employmentId={employment.id}>
        {t.probationEnds(day(endsOn))}
      </ProbationRow>
    ),
  });
  return [requests, starts, ...ends, probations, ...useManagers()].filter((one) => one !== null);
}

/** Who needs a manager: those without one, and those whose manager does not work here. */
function useManagers(): readonly (InboxSection | null)[] {
  const t = useTexts(inboxTexts);
  // Nobody above a manager is in the team.
  const isEnabled = limitOfRole[useSession().person.role] !== 'team';
  const section = (title: string, filters: Readonly<Record<string, unknown>>) => ({
    resource: employees,
    title,
    isEnabled,
    // By id: the index of managers has this order.
    query: { filters: { ...filters, status: 'active' }, sort: ['id'] },
    rowOf: ({ id, applicableJobPosition }: Row<typeof employees>) => (
      <PersonRow key={id} employeeId={id} search={{ tab: 'career', open: `position-edit-${applicableJobPosition.id}` }}>
        {t.chooseManager}
      </PersonRow>
    ),
  });
  const without = useSection(section(t.withoutManager, { 'applicableJobPosition.manager.id': null }));
  const absent = useSection(
    section(t.absentManager, { 'applicableJobPosition.manager.status': ['deactivated', 'upcoming'] }),
  );
  return [without, absent];
}

/** Fixed terms are known earlier than other ends, and apart from them; a template says which they are. */
function useEnds(): readonly (InboxSection | null)[] {
  const t = useTexts(inboxTexts);
  const { day } = useFormats();
  const today = useToday();
  const templates = useAll(employmentTemplates, {}, { isEnabled: useMay()(employmentTemplates, 'list') });
  const fixed = (templates.data ?? [])
    .filter(({ term }) => term === 'fixed')
    .map(({ id }) => id)
    .slice(0, templatesMax);
  const section = (title: string, filters: Readonly<Record<string, unknown>>, isEnabled: boolean) => ({
    resource: employments,
    title,
    query: { filters, sort: ['end.date'] },
    isEnabled,
    rowOf: ({ id, employee, end }: Row<typeof employments>) => (
      <PersonRow key={id} employeeId={employee.id} search={{ tab: 'career' }}>
        {end && t.endsOn(day(end.date))}
      </PersonRow>
    ),
  });
  const others = useSection(
    section(
      t.ends,
      {
        'end.date.between': [today, dayAfter(today, weeksDays)],
        ...(fixed.length > 0 && { '-template.id': fixed }),
      },
      !templates.isLoading,
    ),
  );
  const terms = useSection(
    section(
      t.fixedTerms,
      { 'end.date.between': [today, dayAfter(today, fixedTermDays)], 'template.id': fixed },
      fixed.length > 0,
    ),
  );
  return [others, terms];
}
