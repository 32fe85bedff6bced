/** The members that an entry of the history shows, with their values before and after. */
import type { Listed } from '@muster/client/collection.ts';
import type { historyEntries } from '@muster/contract/administration/history-entries.ts';
import { administration } from '@muster/contract/administration.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { isEmpty } from './changed-value.tsx';

export type HistoryEntry = Listed<typeof historyEntries>;

const byType = new Map(
  Object.values<Resource>({ ...administration, ...resources }).map((resource) => [resource.type, resource]),
);

export const verbOf = ({ action }: HistoryEntry): string => action.slice(action.lastIndexOf('.') + 1);

export interface EntryMember {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Members that say nothing about what happened. */
const left = ['id', 'type', 'url', 'links', 'embedded', 'createdAt', 'lastUpdatedAt', 'unreadable'];

/** An update shows what changed; a creation and a deletion show what somebody entered. */
export function membersOf(entry: HistoryEntry): readonly EntryMember[] {
  const { data, previousData, changedAttributes, subjectType } = entry;
  const after: Readonly<Record<string, unknown>> = data ?? {};
  const before: Readonly<Record<string, unknown>> = previousData ?? {};
  if (changedAttributes.length > 0) {
    return changedAttributes
      .filter((name) => !left.includes(name))
      .map((name) => ({ name, before: before[name], after: after[name] }));
  }
  const fields = byType.get(subjectType ?? '')?.fields ?? {};
  const isDeleted = verbOf(entry) === 'deleted';
  return Object.entries(after)
    .filter(([name, value]) => !left.includes(name) && fields[name]?.create !== 'absent' && !isEmpty(value))
    .map(([name, value]) => (isDeleted ? { name, before: value, after: null } : { name, before: null, after: value }));
}
