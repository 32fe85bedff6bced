/** Links that depend on the row: to its files, and those that its declaration derives from it. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import type { Session } from '../../platform/database/database.ts';
import { type FileLinkSigner, fileLinksOf, linksFiles } from '../api/file-links.ts';
import { derivedLinksOf, derivesLinks } from './derived-links.ts';
import type { LinkedRows } from './parsed-rows.ts';

/** Paths below the address of the account, by the keys of the links. */
export type RowLinks = Readonly<Record<string, string | null>>;

/** For each row of a response; null if the resource has no such links. */
export async function rowLinksOf(
  session: Session,
  signer: FileLinkSigner,
  caller: Caller,
  resource: Resource,
  rows: LinkedRows,
): Promise<RowLinks[] | null> {
  const files = linksFiles(resource) ? await fileLinksOf(session, signer, caller, resource, rows) : null;
  const derived = derivesLinks(resource) ? await derivedLinksOf(session, resource, await rows.parsed()) : null;
  if (!files || !derived) return files ?? derived;
  return files.map((links, index) => ({ ...links, ...derived[index] }));
}
