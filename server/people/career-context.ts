/** What careers refer to, as far as their rules need it: looked up with one statement. */
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { binder } from '../platform/store/condition.ts';
import type { Employment, Named, Place, Position } from './career.ts';
import { personBehind, type RowOfPerson } from './row-of-person.ts';
import { zoneOf } from './settings.ts';

/** The data of other resources that the rules need. */
export interface CareerContext {
  readonly places: ReadonlyMap<string, Place & { readonly isLegalEntityArchived: boolean }>;
  /** The legal entities that a template is available to; empty: all. */
  readonly templates: ReadonlyMap<string, readonly string[]>;
  /** The establishments that a category is used in; null: all. */
  readonly categories: ReadonlyMap<string, readonly string[] | null>;
}

export const nothingNamed: CareerContext = { places: new Map(), templates: new Map(), categories: new Map() };

/** By ids: each is SQL of an array. */
const lookedUpBy = (places: string, templates: string, categories: string) =>
  statement(`
select 'place' as kind, place.id::text as id,
  ${zoneOf('place')} as zone,
  place.legal_entity_id::text as "legalEntityId", owner.is_archived as "isArchived", null::text[] as among
from business_establishments as place
  join legal_entities as owner on owner.account_id = $1 and owner.id = place.legal_entity_id
where place.account_id = $1 and place.id = any(${places})
union all
select 'template', id::text, null, null, null, legal_entities_id::text[]
from employment_templates where account_id = $1 and id = any(${templates})
union all
select 'category', id::text, null, null, null, business_establishments_id::text[]
from occupation_categories where account_id = $1 and id = any(${categories})`);

const lookedUp = lookedUpBy('$2::bigint[]', '$3::bigint[]', '$4::bigint[]');

/** What these ids name, and what the rows of a person refer to. */
const lookedUpAround = (person: string) => {
  const referred = (named: string, column: string, table: string) =>
    `${named}::bigint[] || array(select ${column} from ${table} where account_id = $1 and employee_id = ${person})`;
  return lookedUpBy(
    referred('$2', 'business_establishment_id', 'job_positions'),
    referred('$3', 'template_id', 'employments'),
    referred('$4', 'occupation_category_id', 'job_positions'),
  );
};

interface LookedUp {
  readonly kind: 'place' | 'template' | 'category';
  readonly id: string;
  readonly zone: string;
  readonly legalEntityId: string;
  readonly isArchived: boolean;
  readonly among: readonly string[] | null;
}

/** Looks up all references of these rows with one statement. */
export const careerContextOf = async (
  tx: Tx,
  employed: readonly Pick<Employment, 'template'>[],
  positions: readonly Position[],
): Promise<CareerContext> => contextIn(await tx.run<LookedUp>(lookedUp, idsIn(employed, positions)));

/** The same, with all references of the career behind a row, before that career is known. */
export async function careerContextAround(tx: Tx, row: RowOfPerson, named: NamedInCareer): Promise<CareerContext> {
  const { values, place } = binder([...idsIn([named], [named]), row.id]);
  const person = personBehind({ ...row, conditions: [] }, '$5', place);
  return contextIn(await tx.run<LookedUp>(lookedUpAround(person), values));
}

/** The references that matter to the rules, of an employment or a position. */
export type NamedInCareer = Partial<
  Pick<Employment, 'template'> & Pick<Position, 'businessEstablishment' | 'occupationCategory'>
>;

function idsIn(employed: readonly NamedInCareer[], positions: readonly NamedInCareer[]): string[][] {
  const ids = (named: readonly (Named | null | undefined)[]) => [...new Set(named.flatMap((one) => one?.id ?? []))];
  return [
    ids(positions.map(({ businessEstablishment }) => businessEstablishment)),
    ids(employed.map(({ template }) => template)),
    ids(positions.map(({ occupationCategory }) => occupationCategory)),
  ];
}

function contextIn(rows: readonly LookedUp[]): CareerContext {
  const ofKind = (kind: LookedUp['kind']) => rows.filter((row) => row.kind === kind);
  return {
    places: new Map(
      ofKind('place').map(({ id, zone, legalEntityId, isArchived }) => [
        id,
        { zone, legalEntityId, isLegalEntityArchived: isArchived },
      ]),
    ),
    templates: new Map(ofKind('template').map(({ id, among }) => [id, among ?? []])),
    categories: new Map(ofKind('category').map(({ id, among }) => [id, among])),
  };
}
