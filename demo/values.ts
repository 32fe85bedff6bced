/** Attribute values of some people of the demo company. */
import type { Tx } from '@muster/server/platform/database/database.ts';
import { statement } from '@muster/server/platform/database/statement.ts';
import type { JsonObject } from '@muster/server/platform/verbs/body.ts';
import { type Dice, dice } from './dice.ts';
import type { DemoTaxonomies } from './taxonomies.ts';
import type { Writer } from './writer.ts';

const seed = 7_041;

interface Known {
  readonly employeeIds: readonly string[];
  readonly zones: readonly string[];
  readonly skills: readonly string[];
}

const found = statement(`
select array(select id::text from employees where account_id = $1 order by id) as "employeeIds",
  array(select id::text from taxonomy_labels where account_id = $1 and taxonomy_id = $2 and not is_archived order by id) as zones,
  array(select id::text from taxonomy_labels where account_id = $1 and taxonomy_id = $3 and not is_archived order by id) as skills`);

export async function createValues(tx: Tx, writer: Writer, taxonomies: DemoTaxonomies): Promise<void> {
  const [known] = await tx.run<Known>(found, [taxonomies.officeBadges, taxonomies.skills]);
  if (known === undefined) throw new Error('The people of the demo are not there.');
  const chance = dice(seed);
  const bodies = known.employeeIds.flatMap((id, index) =>
    valuesOf(chance, known, index).map(([definition, value]) => ({
      definition: { id: definition },
      employee: { id },
      value,
    })),
  );
  await writer.createAll('employeeAttributes', bodies);
}

/** A person has about half of the values. */
function valuesOf(chance: Dice, { zones, skills }: Known, index: number): [definition: string, value: unknown][] {
  const badge: JsonObject = {
    zone: { id: chance.pick(zones) },
    badgeNumber: 2000 + index,
    issuedOn: `${chance.between(2021, 2025)}-0${chance.between(1, 9)}-15`,
    deposit: chance.chance(0.5) ? 12.5 : null,
  };
  const possible: [number, string, unknown][] = [
    [0.3, 'e_office_badge', badge],
    [0.4, 'e_wants_parking_space', chance.chance(0.4)],
    [0.4, 'e_remote_days_per_week', chance.between(0, 6) / 2],
    [0.3, 'e_skill', { id: chance.pick(skills) }],
  ];
  return possible.flatMap(([likely, definition, value]) => (chance.chance(likely) ? [[definition, value]] : []));
}
