/** `/api/v3/users`: employees in the legacy format. */
import { inPieces } from '../http/response/in-pieces.ts';
import type { Condition } from '../platform/store/condition.ts';
import { listV3, singleV3 } from './envelope.ts';
import { noSuchRow } from './errors.ts';
import { parseQuery } from './query/parse.ts';
import type { LegacyQuery } from './query/query.ts';
import type { LegacyRequest, LegacyResource } from './reader.ts';
import { noteMembers, noteValues } from './reads.ts';
import { countRows, type LegacyPage, readPage } from './sql/page.ts';
import {
  type BirthDates,
  birthDateName,
  birthDateOrder,
  bornAs,
  readBirthDates,
  withBirthDates,
} from './users/birth-dates.ts';
import { definitionsNamed, extendedDataOf, extensionsOf, withExtendedData } from './users/extended-data.ts';
import { usersFor } from './users/members.ts';
import { leadingToModified } from './users/modified.ts';
import { areFormerAsked, populationOf } from './users/population.ts';

/** A query with the data it needs first. */
interface Prepared {
  readonly query: LegacyQuery;
  readonly birthDates: BirthDates;
  readonly conditions: readonly Condition[];
}

async function prepared({ session }: LegacyRequest, query: LegacyQuery): Promise<Prepared> {
  const { terms, order } = query;
  const isSealed = ({ path }: { readonly path: string }) => path === birthDateName;
  const sealed = terms.filter(isSealed);
  const isOrdered = order.some(({ member }) => member.sql === birthDateOrder);
  const birthDates = sealed.length > 0 || isOrdered ? await readBirthDates(session) : new Map();
  const open = terms.filter((term) => !isSealed(term));
  return {
    query: { ...query, terms: open },
    birthDates,
    conditions: [...sealed.map((term) => bornAs(term, birthDates)), ...(await leadingToModified(session, open))],
  };
}

async function list(request: LegacyRequest): Promise<string[]> {
  const { session, reader } = request;
  const query = parseQuery(usersFor(session, reader), request.query, session.now);
  const population = populationOf(reader, areFormerAsked(query));
  const question = await prepared(request, query);
  const conditions = [population, ...question.conditions];
  const [page, count] = await Promise.all([
    query.isOnlyCounted ? null : partsOf(request, { ...question, conditions }),
    query.isCounted ? countRows(session, usersFor(session, reader), question.query, conditions) : null,
  ]);
  noteMembers(request, usersFor(session, reader).members, query, page?.keys() ?? []);
  return listV3(request, page?.parts ?? null, count);
}

/** The page from the database, with the members that SQL cannot compute. */
async function partsOf(request: LegacyRequest, { query, birthDates, conditions }: Prepared): Promise<LegacyPage> {
  const { session, reader } = request;
  const asked = query.selection.named.get('extendedData');
  const extensions = asked && (await extensionsOf(session));
  const definitionIds = asked && extensions ? definitionsNamed(extensions, asked) : [];
  const page = await readPage(session, usersFor(session, reader, birthDates), query, conditions);
  const parts = await inPieces(page.parts, (part) => withBirthDates(session, part));
  if (!extensions) return { ...page, parts };
  const people = page.keys();
  const data = await extendedDataOf(session, extensions, people, definitionIds);
  noteValues(request, data);
  return { ...page, parts: await withExtendedData(parts, people, data) };
}

/** A read by id also finds former employees. */
async function read(request: LegacyRequest, id: string): Promise<string[]> {
  const { session, reader } = request;
  const query = parseQuery({ ...usersFor(session, reader), isCountable: false }, request.query, session.now);
  if (!/^\d{1,18}$/.test(id)) throw noSuchRow('user', id);
  const question = await prepared(request, { ...query, paging: { first: 0, size: 1 } });
  const isIt: Condition = (place) => `employee.id = ${place(id)}::bigint`;
  const conditions = [isIt, populationOf(reader, true), ...question.conditions];
  const { parts, found, keys } = await partsOf(request, { ...question, conditions });
  if (found === 0) throw noSuchRow('user', id);
  noteMembers(request, usersFor(session, reader).members, query, keys());
  return singleV3(request, parts);
}

export const users: LegacyResource = { list, read };
