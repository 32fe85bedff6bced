/**
 * Links to files. An address carries a token: opaque, signed, for half an hour, and bound to the account, the file, the
 * client application and the resource whose link it is. The token opens the file only while that resource names it.
 */

import { type Link, type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { files } from '@muster/contract/resources/files.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { isOpenTo } from '@muster/contract/scopes.ts';
import type { Caller } from '../auth/caller.ts';
import { behaviourOf } from '../behaviours.ts';
import type { Session } from '../database/database.ts';
import { Problem } from '../problem.ts';
import { isObject, type JsonObject } from '../verbs/body.ts';
import { parsed } from '../verbs/standard.ts';
import { isSameText, macLength, textMac } from './mac.ts';
import { readOne, sightOn } from './visit.ts';

/** Whose link it is that leads to a file. */
export interface FileUse {
  readonly type: string;
  readonly id: string;
  readonly key: string;
}

export interface FileSeal {
  write(caller: Caller, fileId: string, use: FileUse, now: Date): string;
  /** Null when broken, forged, expired, or made for another file, account or client application. */
  read(caller: Caller, fileId: string, token: string, now: Date): FileUse | null;
}

const validMs = 30 * 60_000;

/** The same construction as the seal of cursors, under a key of its own. People of one console do not share links. */
export function fileSeal(key: Buffer): FileSeal {
  const macOf = textMac(key);
  const mac = ({ accountId, clientApplicationId, person }: Caller, fileId: string, content: string) =>
    macOf([accountId, clientApplicationId, person?.administratorId ?? '', fileId, content].join('\n'));
  return {
    write(caller, fileId, { type, id, key: link }, now) {
      const content = Buffer.from(JSON.stringify([type, id, link, now.getTime() + validMs])).toString('base64url');
      return mac(caller, fileId, content) + content;
    },
    read(caller, fileId, token, now) {
      const content = token.slice(macLength);
      if (!isSameText(token.slice(0, macLength), mac(caller, fileId, content))) return null;
      const [type, id, link, untilMs] = JSON.parse(Buffer.from(content, 'base64url').toString());
      return now.getTime() < untilMs ? { type, id, key: link } : null;
    },
  };
}

const mayRead = (resource: Resource, { scopes }: Caller): boolean => isOpenTo(scopesFor(resource, 'read'), scopes);

const mayReadFiles = (caller: Caller): boolean => mayRead(files, caller);

/** The links to files of each row. */
export async function fileLinksOf(
  session: Session,
  seal: FileSeal,
  caller: Caller,
  resource: Resource,
  rows: readonly JsonObject[],
): Promise<Record<string, string | null>[]> {
  const named = await filesNamed(session, resource, rows);
  return named.map((files, index) => {
    const id = String(rows[index]?.id);
    const link = ([key, fileId]: [string, string | null]) => [
      key,
      fileId && mayReadFiles(caller) ? addressOf(fileId, key) : null,
    ];
    const addressOf = (fileId: string, key: string) =>
      `/svc-api/files/${fileId}?token=${seal.write(caller, fileId, { type: resource.type, id, key }, session.machineNow)}`;
    return Object.fromEntries(Object.entries(files).map(link));
  });
}

export const linksFiles = ({ links, filesIn }: Resource): boolean =>
  filesIn !== undefined || Object.values(links).some((link) => memberOf(link) !== undefined);

/** The member whose file a link leads to; undefined for any other link. */
const memberOf = (link: Link): string | undefined => ({ file: undefined, ...link }).file;

/** Which files rows name: said by the resource's behaviour, or read off the members that its links name. */
function filesNamed(
  session: Session,
  resource: Resource,
  rows: readonly JsonObject[],
): Promise<Record<string, string | null>[]> | Record<string, string | null>[] {
  const { filesNamed: own } = behaviourOf(resource);
  if (own) return own(session, rows);
  const members = Object.entries(resource.links).flatMap(([key, link]) => {
    const member = memberOf(link);
    return member === undefined ? [] : [[key, member] as const];
  });
  return rows.map((row) => Object.fromEntries(members.map(([key, member]) => [key, idOf(row[member])])));
}

const idOf = (reference: unknown): string | null => (isObject(reference) ? String(reference.id) : null);

/** Whether the caller may still read the resource, it still exists for them, and it still names the file. */
export async function isStillNamed(session: Session, caller: Caller, fileId: string, use: FileUse): Promise<boolean> {
  const resource = resourceOf(use.type);
  if (!resource || !mayRead(resource, caller)) return false;
  try {
    const shown = await readOne(session, resource, sightOn(resource, caller), use.id);
    const [named] = await filesNamed(session, resource, [parsed(shown, caller.baseUrl)]);
    return named?.[use.key] === fileId;
  } catch (error) {
    if (error instanceof Problem && error.kind === 'not-found') return false;
    throw error;
  }
}
