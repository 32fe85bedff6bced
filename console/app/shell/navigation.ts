/** What the navigation and the search over pages offer. A page that the person's role does not open is not shown. */
import { IconApps, IconForms, IconHierarchy2, IconHome, IconUsers } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { shellTexts } from '../texts/shell.ts';

type Labels = (typeof shellTexts)['fr']['navigation'];

export interface NavigationItem {
  readonly to: string;
  /** Its name in the texts of the navigation. */
  readonly label: Exclude<keyof Labels, 'label' | 'groups'>;
  readonly icon: ComponentType<{ readonly size?: number; readonly stroke?: number }>;
  /** Any one of these scopes opens it; none: everybody. */
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
    ],
  },
  {
    label: 'organization',
    items: [
      { to: '/attributes', label: 'attributes', icon: IconForms, needs: ['employee-attribute-definitions.readonly'] },
    ],
  },
  {
    label: 'integrations',
    items: [
      { to: '/client-applications', label: 'applications', icon: IconApps, needs: ['client-applications.readonly'] },
    ],
  },
];

export const isOffered = ({ needs }: NavigationItem, scopes: readonly string[]): boolean =>
  needs === undefined || needs.some((scope) => scopes.includes(scope));
