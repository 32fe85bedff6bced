/** The history of an account: recorded changes by anybody, and the audit log. */
import { historyEntries } from '@muster/contract/administration/history-entries.ts';
import { type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { isOpenTo } from '@muster/contract/scopes.ts';
import { isRecorded } from '@muster/contract/versions.ts';
import type { Session } from '../../platform/database/database.ts';
import type { Page, PageQuery } from '../../platform/store/list-page.ts';
import { pageAmong } from '../../platform/store/page.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import type { AccessContext } from '../../platform/verbs/access.ts';
import { noSuchResource } from '../../problem.ts';
import { canBeEntry, historySources } from './history-sources.ts';
import { isExpiredEntry } from './retention.ts';

const recorded = Object.values<Resource>(resources).filter(isRecorded);

export function listHistory(session: Session, { caller }: AccessContext, query: PageQuery): Promise<Page> {
  // Administrators see all establishments; a caller that does not would need the rules of each resource.
  if (caller.establishments !== null) throw new Error('The history of an account is for callers without limits.');
  const reach = {
    recorded: recorded.filter((resource) => isOpenTo(scopesFor(resource, 'read'), caller.scopes)),
    isExpired: (entry: string, place: (value: unknown) => string) => isExpiredEntry(entry, session, place),
  };
  const sources = historySources(reach, query.filters);
  return pageAmong(session, historyEntries, sources, { ...query, conditions: [] });
}

export async function readHistory(session: Session, access: AccessContext, id: string): Promise<StoredRow> {
  const among = { how: 'among', name: 'id', values: [id], hasNull: false, isNegative: false } as const;
  const page = canBeEntry(id) ? await listHistory(session, access, { ...onlyOne, filters: [among] }) : null;
  if (!page?.representations) throw noSuchResource(historyEntries.type, id);
  return { id, revision: page.revisions, representation: page.representations };
}

const onlyOne = {
  limit: 1,
  sort: [{ path: 'id', isDescending: true }],
  start: { isBackward: false, values: null },
  isCounted: false,
  isLinked: false,
};
