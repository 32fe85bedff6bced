/** What an erasure of a person would remove, in numbers. Nothing is changed, and no contents are returned. */
import { auditEntries } from '@muster/contract/administration/audit-entries.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { events } from '@muster/contract/resources/events.ts';
import { files } from '@muster/contract/resources/files.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { leaveRequestDecisions } from '@muster/contract/resources/leave-request-decisions.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { ownerColumn, tableOf } from '../platform/store/columns.ts';
import { filesOfPerson } from './files-of-person.ts';
import { textsOfPerson } from './identifying-texts.ts';
import { personColumn, personFamilies, personReferences, rowsOfPerson } from './person-families.ts';

export interface Counted {
  readonly counts: Readonly<Record<string, number>>;
  readonly namedElsewhere: {
    readonly references: Readonly<Record<string, number>>;
    readonly texts: Readonly<Record<string, number>>;
  };
}

type Counting = readonly [name: string, sql: string];

const ofRows: readonly Counting[] = [
  ...personFamilies.map(
    (family) =>
      [
        family.path,
        `select count(*) from ${tableOf(family)} where account_id = $1 and ${personColumn(family)} = $2::bigint`,
      ] as const,
  ),
  ['versions', 'select count(*) from versions where account_id = $1 and owner_id = $2::bigint'],
  [
    events.path,
    `select count(*) from (${rowsOfPerson}) as own (type, id)
  join events on events.account_id = $1 and events.data_type = own.type and events.data_id = own.id`,
  ],
];

const ofReferences: readonly Counting[] = personReferences.map(({ resource, member, column }) => {
  const others = resource.ownedThrough === undefined ? '' : ` and ${ownerColumn(resource.ownedThrough)} <> $2::bigint`;
  return [
    `${resource.path}.${member}`,
    `select count(*) from ${tableOf(resource)} where account_id = $1 and ${column} = $2::bigint${others}`,
  ];
});

/** Resources in which people write about others, and the log of what administrators did. */
const ofTexts: readonly Counting[] = [
  ...[departments, jobPositions, leaves, leaveRequestDecisions].map((resource) => {
    const others =
      resource.ownedThrough === undefined ? '' : ` and ${ownerColumn(resource.ownedThrough)} <> $2::bigint`;
    return [
      resource.path,
      `select count(*) from ${tableOf(resource)} where account_id = $1${others}
  and exists (select from unnest($3::text[]) as word where position(word in representation) > 0)`,
    ] as const;
  }),
  [
    auditEntries.path,
    `select count(*) from audit_entries where account_id = $1 and $2::bigint is not null
  and exists (select from unnest($3::text[]) as word where position(word in representation) > 0)`,
  ],
];

async function numbersOf(tx: Tx, countings: readonly Counting[], values: readonly unknown[]) {
  const columns = countings.map(([name, sql]) => `(${sql}) as "${name}"`);
  const [row = {}] = await tx.run<Record<string, string>>(statement(`select ${columns.join(', ')}`), values);
  return Object.fromEntries(
    Object.entries(row)
      .map(([name, count]) => [name, Number(count)] as const)
      .filter(([, count]) => count > 0),
  );
}

export async function countPerson(tx: Tx, employeeId: string): Promise<Counted> {
  const counts = await numbersOf(tx, ofRows, [employeeId]);
  const fileCount = (await filesOfPerson(tx, employeeId)).length;
  const references = await numbersOf(tx, ofReferences, [employeeId]);
  const texts = await numbersOf(tx, ofTexts, [employeeId, await textsOfPerson(tx, employeeId)]);
  return {
    counts: { ...counts, ...(fileCount > 0 && { [files.path]: fileCount }) },
    namedElsewhere: { references, texts },
  };
}
