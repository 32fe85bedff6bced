/** Links that depend on the row: to its files, and those that its behaviour computes. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { behaviourOf } from '../../behaviours.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import type { Session } from '../../platform/database/database.ts';
import type { OpenText } from '../../platform/database/texts.ts';
import { addressed, separated, withTail } from '../../platform/store/address.ts';
import type { JsonObject } from '../../platform/verbs/body.ts';
import { type FileSeal, fileLinksOf, linksFiles } from '../api/file-links.ts';
import { inPieces } from './in-pieces.ts';

/** Paths below the address of the account, by the keys of the links. */
export type RowLinks = Readonly<Record<string, string | null>>;

/** For each row of a response; null if the resource has no such links. */
export async function rowLinksOf(
  session: Session,
  seal: FileSeal,
  caller: Caller,
  resource: Resource,
  representations: OpenText | null,
): Promise<RowLinks[] | null> {
  const { linksOf } = behaviourOf(resource);
  if (!linksOf && !linksFiles(resource)) return null;
  const rows = await inPieces(
    separated(representations),
    (text) => JSON.parse(addressed(withTail(text, '}'), '')) as JsonObject,
  );
  const files = linksFiles(resource) ? await fileLinksOf(session, seal, caller, resource, rows) : [];
  const workedOut = linksOf ? await linksOf(session, rows) : [];
  return rows.map((_, index) => ({ ...files[index], ...workedOut[index] }));
}
