/** Definitions used to filter or sort a list of employees: who may use them, and how each part is compared. */

import type { BaseSchemaName } from '@muster/contract/base-schemas.ts';
import { type Filter, scopesFor } from '@muster/contract/kit/resource.ts';
import { detail } from '@muster/contract/messages.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { isOpenTo, scopesIn } from '@muster/contract/scopes.ts';
import type { Caller } from '../identity/auth/caller.ts';
import { todayIn } from '../people/calendar.ts';
import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { Extension, ExtensionPart } from '../platform/store/attribute-filter.ts';
import { Problem } from '../problem.ts';
import { type Part, targetOf, valueSchemaOf } from './value-schema.ts';

const named = statement(`
select definition.id, definition.schema::text as schema, definition.category = 'system' as "isSystem",
  definition.multiple_value_handling is not null as "isMultiple",
  coalesce((select timezone_id from account_settings where account_id = $1), 'UTC') as "timezoneId"
from employee_attribute_definitions as definition
where definition.account_id = $1 and definition.id = any($2::text[])`);

interface Row {
  readonly id: string;
  readonly schema: string;
  readonly isSystem: boolean;
  readonly isMultiple: boolean;
  readonly timezoneId: string;
}

/** By id; unknown ids are missing. A caller that may not read values must not find out who has them. */
export async function extensionsNamed(
  session: Session,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Extension>> {
  const scopes = scopesFor(employeeAttributes, 'list');
  if (!isOpenTo(scopes, caller.scopes)) {
    throw new Problem('forbidden', detail('scopeMissing', { scopes: scopesIn(scopes).join(', ') }));
  }
  const rows = await session.run<Row>(named, [ids]);
  return new Map(rows.map((row) => [row.id, extensionOf(row, session.now)]));
}

function extensionOf({ id, schema, isSystem, isMultiple, timezoneId }: Row, now: Date): Extension {
  if (isSystem) return { isSystem, parts: new Map() };
  const today = todayIn(timezoneId, now);
  const { parts } = valueSchemaOf(JSON.parse(schema), null, null);
  const extended = ([property, part]: [string, Part]): [string, ExtensionPart] => {
    const filter = filters[part.base] ?? null;
    const target = targetOf(part)?.type;
    const keptAs = filter?.kind === 'decimal' ? 'number' : 'text';
    const days = { today, timezoneId };
    const compared = { definitionId: id, property, keptAs, isMultiple, ...days, ...(target && { target }) } as const;
    // Sorting by ids would be meaningless.
    return [property, { part: compared, filter, isSortable: filter !== null && !target && !isMultiple }];
  };
  return { isSystem, parts: new Map([...parts].map(extended)) };
}

const byText: Filter = { kind: 'text', isNullable: true, forms: ['equal'] };
const byNumber: Filter = { kind: 'decimal', isNullable: true, forms: ['equal', 'range'] };

/** Long texts have no keys. */
const filters: Readonly<Partial<Record<BaseSchemaName, Filter>>> = {
  'short-text': byText,
  boolean: { kind: 'boolean', isNullable: true, forms: ['equal'] },
  int32: byNumber,
  decimal: byNumber,
  'legacy-date': { kind: 'date', isNullable: true, forms: ['equal', 'range'] },
  'phone-number': byText,
  email: byText,
  url: byText,
  'file-reference': byText,
  'employee-reference': byText,
  'taxonomy-label-reference': byText,
};
