/** What `include=embedded` brings along: the resources that an answer refers to, as far as the caller may read them. */
import { scopesFor } from '@muster/contract/kit/resource.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { isOpenTo } from '@muster/contract/scopes.ts';
import type { Session } from '../database/database.ts';
import type { OpenText } from '../database/texts.ts';
import { addressed, addressedJson, addressToken, separated, withTail } from '../store/address.ts';
import { findSome } from '../store/read.ts';
import { isObject, type JsonObject } from '../verbs/body.ts';
import { bareTail } from './encode.ts';
import { inPieces } from './in-pieces.ts';
import { sightOf, type Visit } from './visit.ts';

/** The JSON text of `embedded` beside one representation or a page of them: a type stays with an empty object where nothing of it may be shown. */
export async function embeddedText(session: Session, visit: Visit, representations: OpenText | null): Promise<string> {
  const { resource, caller } = visit;
  const embedded = Object.entries(resource.embedded);
  if (embedded.length === 0) return '{}';
  const shown = await inPieces(
    separated(representations),
    (text) => JSON.parse(addressed(withTail(text, '}'), caller.baseUrl)) as JsonObject,
  );
  const types = await Promise.all(
    embedded.map(async ([type, embedding]) => {
      const target = resourceOf(type);
      const { from, showing } = typeof embedding === 'string' ? { from: [embedding], showing: null } : embedding;
      const ids = [...new Set(shown.flatMap((one) => from.flatMap((member) => idsOf(one[member], type))))];
      const mayRead = target && isOpenTo(scopesFor(target, 'read'), caller.scopes);
      const rows = mayRead ? await findSome(session, target, ids, sightOf(visit).conditionsOn(target)) : [];
      const texts = await inPieces(
        rows,
        ({ id, representation }) => `"${id}":${addressed(embeddedOne(representation, showing), caller.baseUrl)}`,
      );
      return `"${type}":{${texts.join(',')}}`;
    }),
  );
  return `{${types.join(',')}}`;
}

/** Whole, as it is read by itself, or only some of its members. */
function embeddedOne(representation: OpenText, showing: readonly string[] | null): OpenText {
  if (!showing) return withTail(representation, bareTail);
  const kept = new Set(['id', 'type', 'url', ...showing]);
  const members = Object.entries(JSON.parse(addressed(withTail(representation, '}'), addressToken)) as JsonObject);
  return addressedJson(Object.fromEntries(members.filter(([name]) => kept.has(name))));
}

/** The ids of what a member names, itself or one level below, as far as it is of this type. */
function idsOf(member: unknown, type: string): string[] {
  if (!isObject(member)) return [];
  return [member, ...Object.values(member)].flatMap((one) =>
    isObject(one) && one.type === type && typeof one.id === 'string' ? [one.id] : [],
  );
}
