/** The entries of the navigation and of the search for pages. Pages that the person's role does not allow are hidden. */
import {
  IconActivity,
  IconApps,
  IconBeach,
  IconBinaryTree,
  IconBox,
  IconBriefcase,
  IconBuildingBank,
  IconBuildingStore,
  IconBuildings,
  IconCalendarCog,
  IconCalendarEvent,
  IconCalendarOff,
  IconCalendarQuestion,
  IconCategory,
  IconClock,
  IconEye,
  IconFileImport,
  IconFileText,
  IconFileZip,
  IconForms,
  IconGavel,
  IconHierarchy2,
  IconHistory,
  IconHome,
  IconKey,
  IconListSearch,
  IconSettings,
  IconTags,
  IconUserShield,
  IconUsers,
  IconUserX,
  IconWebhook,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Words } from '../texts/part.ts';
import type { shellTexts } from '../texts/shell.ts';

type Labels = Words<typeof shellTexts>['navigation'];

export interface NavigationItem {
  readonly to: string;
  /** Its name in the texts of the navigation. */
  readonly label: Exclude<keyof Labels, 'label' | 'groups'>;
  readonly icon: ComponentType<{ readonly size?: number; readonly stroke?: number }>;
  /** One of these scopes is enough; empty: everybody. */
  readonly needs?: readonly string[];
}

export interface NavigationGroup {
  readonly label: keyof Labels['groups'] | null;
  readonly items: readonly NavigationItem[];
}

export const navigation: readonly NavigationGroup[] = [
  { label: null, items: [{ to: '/', label: 'home', icon: IconHome }] },
  {
    label: 'people',
    items: [
      { to: '/people', label: 'people', icon: IconUsers, needs: ['employees.readonly'] },
      { to: '/org-chart', label: 'orgChart', icon: IconHierarchy2, needs: ['employees.readonly'] },
      { to: '/import', label: 'import', icon: IconFileImport, needs: ['imports.readwrite'] },
      { to: '/leaves', label: 'leaves', icon: IconBeach, needs: ['leaves.readonly'] },
      { to: '/leave-requests', label: 'leaveRequests', icon: IconCalendarQuestion, needs: ['leave-requests.readonly'] },
    ],
  },
  {
    label: 'organization',
    items: [
      { to: '/departments', label: 'departments', icon: IconBinaryTree, needs: ['departments.readonly'] },
      {
        to: '/establishments',
        label: 'establishments',
        icon: IconBuildingStore,
        needs: ['business-establishments.readonly'],
      },
      { to: '/legal-entities', label: 'legalEntities', icon: IconBuildingBank, needs: ['legal-entities.readonly'] },
      { to: '/jobs', label: 'jobs', icon: IconBriefcase, needs: ['job-qualifications.readonly'] },
      {
        to: '/occupation-categories',
        label: 'occupationCategories',
        icon: IconCategory,
        needs: ['occupation-categories.readonly'],
      },
      {
        to: '/employment-templates',
        label: 'employmentTemplates',
        icon: IconFileText,
        needs: ['employment-templates.readonly'],
      },
      { to: '/attributes', label: 'attributes', icon: IconForms, needs: ['employee-attribute-definitions.readonly'] },
      { to: '/taxonomies', label: 'taxonomies', icon: IconTags, needs: ['taxonomies.readonly'] },
      { to: '/leave-accounts', label: 'leaveAccounts', icon: IconCalendarCog, needs: ['leaves.readonly'] },
      { to: '/working-time', label: 'workingTime', icon: IconClock, needs: ['working-time-arrangements.readonly'] },
      {
        to: '/public-holidays',
        label: 'publicHolidays',
        icon: IconCalendarEvent,
        needs: ['public-holidays-calendars.readonly'],
      },
    ],
  },
  {
    label: 'integrations',
    items: [
      { to: '/client-applications', label: 'applications', icon: IconApps, needs: ['client-applications.readonly'] },
      { to: '/api-keys', label: 'apiKeys', icon: IconKey, needs: ['api-keys.readonly'] },
      { to: '/webhook-endpoints', label: 'endpoints', icon: IconWebhook, needs: ['webhook-endpoints.readonly'] },
      { to: '/events', label: 'events', icon: IconActivity, needs: ['events.readonly'] },
      { to: '/request-log', label: 'requestLog', icon: IconListSearch, needs: ['request-log.readonly'] },
    ],
  },
  {
    label: 'administration',
    items: [
      { to: '/settings', label: 'settings', icon: IconSettings, needs: ['account-settings.readonly'] },
      { to: '/administrators', label: 'administrators', icon: IconUserShield, needs: ['administrators.readonly'] },
      { to: '/audit', label: 'audit', icon: IconHistory, needs: ['audit-entries.readonly'] },
      { to: '/reads', label: 'reads', icon: IconEye, needs: ['read-entries.readonly'] },
      { to: '/subject-exports', label: 'subjectExports', icon: IconFileZip, needs: ['subject-exports.readonly'] },
      { to: '/erasures', label: 'erasures', icon: IconUserX, needs: ['erasures.readonly'] },
      { to: '/legal-holds', label: 'legalHolds', icon: IconGavel, needs: ['legal-holds.readonly'] },
      {
        to: '/retention-rules',
        label: 'retentionRules',
        icon: IconCalendarOff,
        needs: ['retention-rules.readonly'],
      },
      { to: '/sandboxes', label: 'sandboxes', icon: IconBox, needs: ['sandboxes.readonly'] },
    ],
  },
  {
    label: 'installation',
    items: [{ to: '/accounts', label: 'accounts', icon: IconBuildings, needs: ['accounts.readonly'] }],
  },
];

export const isOffered = ({ needs }: NavigationItem, scopes: readonly string[]): boolean =>
  needs === undefined || needs.some((scope) => scopes.includes(scope));

/** Whether the role opens an address: pages below an entry of the navigation need what the entry needs. */
export function isOpenAddress(path: string, scopes: readonly string[]): boolean {
  const isBelow = ({ to }: NavigationItem): boolean => path === to || path.startsWith(`${to}/`);
  const entry = navigation.flatMap(({ items }) => items).find((item) => item.to !== '/' && isBelow(item));
  return entry === undefined || isOffered(entry, scopes);
}
