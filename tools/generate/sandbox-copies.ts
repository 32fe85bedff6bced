/** The table of how each member is treated in a copy of an account. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { type Treatment, treatments } from '@muster/server/admin/sandboxes/treatments.ts';
import { page } from './pages.ts';

const columns: readonly Treatment[] = ['renumbered', 'invented', 'empty', 'to-the-day', 'kept'];

const rowOf = ([key, members]: [string, Readonly<Record<string, Treatment>>]): string[] => {
  const { path } = resources[key as keyof typeof resources] as Resource;
  const treated = (treatment: Treatment) =>
    Object.entries(members)
      .filter(([, one]) => one === treatment)
      .map(([name]) => `\`${name}\``)
      .join(', ');
  return [`\`${path}\``, ...columns.map(treated)];
};

export const sandboxCopiesPage = (): string =>
  page(
    'Sandbox copies',
    'What becomes of each member of a resource when an account is copied into a sandbox. What is not listed is not copied.',
    ['Collection', 'Renumbered', 'Invented', 'Empty', 'To the day', 'Kept'],
    Object.entries<Readonly<Record<string, Treatment>>>(treatments).map(rowOf),
  );
