/** Links that a declaration derives from the row: to what it refers to, and to a collection while a condition holds. */
import { collectionPath } from '@muster/contract/kit/belonging.ts';
import type { Link } from '@muster/contract/kit/link.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { declaredAs } from '@muster/contract/resources.ts';
import type { Session } from '../../platform/database/database.ts';
import { findReferred, type Referred } from '../../platform/store/referred.ts';
import type { JsonObject } from '../../platform/verbs/body.ts';

type DerivedLink = Extract<Link, { readonly refersTo: string } | { readonly collection: string }>;

const derivedLinks = ({ links }: Resource): (readonly [string, DerivedLink])[] =>
  Object.entries(links).flatMap(([key, link]) =>
    'refersTo' in link || 'collection' in link ? [[key, link] as const] : [],
  );

export const derivesLinks = (resource: Resource): boolean => derivedLinks(resource).length > 0;

/** The derived links of each row, with one statement for each type that the rows refer to. */
export async function derivedLinksOf(
  session: Session,
  resource: Resource,
  rows: readonly JsonObject[],
): Promise<Record<string, string | null>[]> {
  const links = derivedLinks(resource);
  const ids = rows.map(({ id }) => String(id));
  const referred = new Map<string, ReadonlyMap<string, Referred>>();
  for (const type of new Set(links.flatMap(([, link]) => referredType(link) ?? []))) {
    const members = links.flatMap(([, link]) => ('while' in link && link.while.of === type ? [link.while.member] : []));
    referred.set(type, await findReferred(session, resource, ids, declaredAs(type), [...new Set(members)]));
  }
  return rows.map((row) => {
    const named = (type: string) => referred.get(type)?.get(String(row.id));
    return Object.fromEntries(links.map(([key, link]) => [key, pathOf(link, row, named)]));
  });
}

const referredType = (link: DerivedLink): string | undefined => ('refersTo' in link ? link.refersTo : link.while.of);

function pathOf(link: DerivedLink, row: JsonObject, named: (type: string) => Referred | undefined): string | null {
  if ('refersTo' in link) {
    const target = named(link.refersTo);
    return target ? `${collectionPath(declaredAs(link.refersTo))}/${target.referredId}` : null;
  }
  const { of, member, is } = link.while;
  const holder = of === undefined ? row : named(of)?.members;
  return holder?.[member] === is ? collectionPath(declaredAs(link.collection)) : null;
}
