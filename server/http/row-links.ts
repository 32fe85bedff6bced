/** Links that depend on the row: to the files that it names. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Caller } from '../auth/bearer.ts';
import type { Session } from '../database/database.ts';
import { addressed, separated } from '../store/address.ts';
import type { JsonObject } from '../verbs/body.ts';
import { type FileSeal, fileLinksOf, linksFiles } from './file-links.ts';

/** Addresses below the account's own, by the keys of the links. */
export type RowLinks = Readonly<Record<string, string | null>>;

/** For each row of an answer; null where the resource has no such links. */
export async function rowLinksOf(
  session: Session,
  seal: FileSeal,
  caller: Caller,
  resource: Resource,
  representations: string | null,
): Promise<RowLinks[] | null> {
  if (!linksFiles(resource)) return null;
  const rows = separated(representations).map((text) => JSON.parse(addressed(`${text}}`, '')) as JsonObject);
  return fileLinksOf(session, seal, caller, resource, rows);
}
