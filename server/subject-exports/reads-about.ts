/** The entries of the log of reads about one person, the newest first, without the other people that they name. */
import type { Session } from '../platform/database/database.ts';
import { parsedColumn, separated } from '../platform/store/address.ts';
import type { Page, Position } from '../platform/store/list-page.ts';
import type { JsonObject } from '../platform/verbs/body.ts';
import { pageAboutPerson } from '../reads/read-entries.ts';
import { keptReads } from '../reads/retention.ts';

const pageRows = 500;

export async function* readsAbout(session: Session, employeeId: string): AsyncGenerator<JsonObject[]> {
  const conditions = keptReads(session);
  let start: Position = { isBackward: false, values: null };
  for (let hasNext = true; hasNext; ) {
    const sort = [{ path: 'id', isDescending: true }];
    const query = { limit: pageRows, sort, filters: [], start, isCounted: false, isLinked: true };
    const page: Page = await pageAboutPerson(session, employeeId, { ...query, conditions });
    const entries = separated(page.representations).map((text) => {
      // `url` is an address of administrators.
      const { url: _, ...entry } = parsedColumn(`${text}}`) as JsonObject;
      return { ...entry, employees: [{ id: employeeId }] };
    });
    if (entries.length > 0) yield entries;
    hasNext = page.hasNext;
    start = { isBackward: false, values: page.last };
  }
}
