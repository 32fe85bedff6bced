/** Links that depend on the row: to its files, and those that its declaration derives from it. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import type { Session } from '../../platform/database/database.ts';
import { type FileSeal, fileLinksOf, linksFiles } from '../api/file-links.ts';
import { derivedLinksOf, derivesLinks } from './derived-links.ts';
import { inPieces } from './in-pieces.ts';
import type { ParsedRows } from './parsed-rows.ts';

/** Paths below the address of the account, by the keys of the links. */
export type RowLinks = Readonly<Record<string, string | null>>;

/** For each row of a response; null if the resource has no such links. */
export async function rowLinksOf(
  session: Session,
  seal: FileSeal,
  caller: Caller,
  resource: Resource,
  parsed: ParsedRows,
): Promise<RowLinks[] | null> {
  if (!derivesLinks(resource) && !linksFiles(resource)) return null;
  const rows = await parsed();
  const files = linksFiles(resource) ? await fileLinksOf(session, seal, caller, resource, rows) : [];
  const derived = derivesLinks(resource) ? await derivedLinksOf(session, resource, rows) : [];
  return inPieces([...rows.keys()], (index) => ({ ...files[index], ...derived[index] }));
}
