/**
 * Links to files. An address contains a token: opaque, signed, valid for half an hour, and bound to the account, the
 * file, the client application and the resource of the link. The token works only while that resource refers to the
 * file.
 */

import type { KeyObject } from 'node:crypto';
import { type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { files } from '@muster/contract/resources/files.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { isOpenTo } from '@muster/contract/scopes.ts';
import { accessContextOn, readOne } from '../../access-context.ts';
import { filesNamedByValues } from '../../attributes/files-named.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import type { Session } from '../../platform/database/database.ts';
import type { OpenText } from '../../platform/database/texts.ts';
import { separated } from '../../platform/store/address.ts';
import { isObject, type JsonObject } from '../../platform/verbs/body.ts';
import { parsed } from '../../platform/verbs/standard.ts';
import { Problem } from '../../problem.ts';
import { isSameText, macLength, textMac } from '../query/mac.ts';
import { inPieces } from '../response/in-pieces.ts';
import type { LinkedRows } from '../response/parsed-rows.ts';

/** The resource whose link leads to a file. */
export interface FileUse {
  readonly type: string;
  readonly id: string;
  readonly key: string;
}

export interface FileLinkSigner {
  write(caller: Caller, fileId: string, use: FileUse, now: Date): string;
  /** Null if it is damaged, forged, expired, or belongs to another file, account or client application. */
  read(caller: Caller, fileId: string, token: string, now: Date): FileUse | null;
}

const validMs = 30 * 60_000;

/**
 * The same construction as for cursors, with a separate key. Links of one person do not work for another. `keys` gives the
 * current key first: links stay valid while the encryption key is exchanged.
 */
export function fileLinkSigner(keys: () => readonly KeyObject[]): FileLinkSigner {
  const mac = (key: KeyObject, { accountId, clientApplicationId, person }: Caller, fileId: string, content: string) =>
    textMac(key)([accountId, clientApplicationId, person?.administratorId ?? '', fileId, content].join('\n'));
  return {
    write(caller, fileId, { type, id, key: link }, now) {
      const content = Buffer.from(JSON.stringify([type, id, link, now.getTime() + validMs])).toString('base64url');
      return mac(keys()[0] as KeyObject, caller, fileId, content) + content;
    },
    read(caller, fileId, token, now) {
      const content = token.slice(macLength);
      const sent = token.slice(0, macLength);
      if (!keys().some((key) => isSameText(sent, mac(key, caller, fileId, content)))) return null;
      const [type, id, link, untilMs] = JSON.parse(Buffer.from(content, 'base64url').toString());
      return now.getTime() < untilMs ? { type, id, key: link } : null;
    },
  };
}

const mayRead = (resource: Resource, { scopes }: Caller): boolean => isOpenTo(scopesFor(resource, 'read'), scopes);

const mayReadFiles = (caller: Caller): boolean => mayRead(files, caller);

/** The links to files of each row; null if no row names one. */
export async function fileLinksOf(
  session: Session,
  signer: FileLinkSigner,
  caller: Caller,
  resource: Resource,
  { ids, representations, parsed }: LinkedRows,
): Promise<Record<string, string | null>[] | null> {
  const { machineNow } = session;
  const mayRead = mayReadFiles(caller);
  const named =
    resource.filesIn === undefined
      ? await filesNamedIn(representations, fileMembers(resource))
      : await filesNamedByValues(session, await parsed());
  if (named === null) return null;
  return inPieces(named, (files, index) => {
    const id = ids[index] ?? '';
    const addressOf = (fileId: string, key: string) =>
      `/svc-api/files/${fileId}?token=${signer.write(caller, fileId, { type: resource.type, id, key }, machineNow)}`;
    const links: Record<string, string | null> = {};
    for (const [key, fileId] of Object.entries(files)) links[key] = fileId && mayRead ? addressOf(fileId, key) : null;
    return links;
  });
}

/**
 * Finds the ids of files in the texts of rows, without parsing them; null if there are none, as on most pages. A name with
 * its quotes is found in no value, where quotes are escaped, and nothing else in a row has that name (`file-links.test.ts`).
 */
function filesNamedIn(
  texts: OpenText | null,
  members: Readonly<Record<string, string>>,
): Promise<Record<string, string | null>[]> | null {
  const starts = Object.entries(members).map(([key, member]) => [key, `"${member}":{"id":"`] as const);
  if (!starts.some(([, start]) => texts?.includes(start))) return null;
  return inPieces(separated(texts), (text) => {
    const ids: Record<string, string | null> = {};
    for (const [key, start] of starts) {
      const at = text.indexOf(start);
      ids[key] = at === -1 ? null : text.slice(at + start.length, at + start.length + uuidLength);
    }
    return ids;
  });
}

const uuidLength = 36;

export const linksFiles = (resource: Resource): boolean =>
  resource.filesIn !== undefined || Object.keys(fileMembers(resource)).length > 0;

/** The members with files, by the keys of their links. */
export const fileMembers = ({ links }: Resource): Record<string, string> =>
  Object.fromEntries(
    Object.entries(links).flatMap(([key, link]) => {
      const { file: member } = { file: undefined, ...link };
      return member === undefined ? [] : [[key, member]];
    }),
  );

/** The files that rows refer to: in values, whose definitions say where files are, or in members that links name. */
function filesNamed(
  session: Session,
  resource: Resource,
  rows: readonly JsonObject[],
): Promise<Record<string, string | null>[]> | Record<string, string | null>[] {
  if (resource.filesIn !== undefined) return filesNamedByValues(session, rows);
  const members = Object.entries(fileMembers(resource));
  return rows.map((row) => Object.fromEntries(members.map(([key, member]) => [key, idOf(row[member])])));
}

const idOf = (reference: unknown): string | null => (isObject(reference) ? String(reference.id) : null);

/** The resource of a link, if the caller may still read it and it still refers to the file; otherwise null. */
export async function findNaming(
  session: Session,
  caller: Caller,
  fileId: string,
  use: FileUse,
): Promise<JsonObject | null> {
  const resource = resourceOf(use.type);
  if (!resource || !mayRead(resource, caller)) return null;
  try {
    const shown = await readOne(
      session,
      resource,
      accessContextOn(resource, caller, () => session),
      use.id,
    );
    const row = parsed(shown, caller.baseUrl);
    const [named] = await filesNamed(session, resource, [row]);
    return named?.[use.key] === fileId ? row : null;
  } catch (error) {
    if (error instanceof Problem && error.kind === 'not-found') return null;
    throw error;
  }
}
