/** Lists as a whole: the same for every list. */

import type { Schema } from '../kit/schema.ts';
import { limits } from '../limits.ts';
import { snapshotTypes } from '../snapshot-types.ts';
import { type Json, schemaRef } from './schemas.ts';

export const snapshotHeaders = ['Muster-Event-Position', 'Muster-Total-Count'];

const whole = `The whole collection at one moment, streamed, with the filters, the sort and the scopes of the list; \`limit\` and \`page\` are refused. \`Muster-Event-Position\` names the event to follow after. At most ${limits.snapshotsPerAccountMax} at once for an account. A connection that ends without the end of the body means that rows are missing.`;

/** By media type: the name of the schema, and what it says. */
const described = {
  [snapshotTypes.ndjson]: [
    'whole-collection-lines',
    'One item a line, as JSON; `links` and `embedded` of each as `include` asks.',
  ],
  [snapshotTypes.csv]: [
    'whole-collection-table',
    'A table whose columns are dotted paths of members; lists and open structures are one column, as JSON. A cell that a spreadsheet would run begins with a single quote.',
  ],
  [snapshotTypes.xlsx]: [
    'whole-collection-workbook',
    'A workbook for people, with the columns of the table; numbers, booleans, days and moments (in UTC) are cells of their type.',
  ],
} as const;

/** In the components once, for all lists. */
export const snapshotSchemas: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.values(described).map(([name, description]) => [
    name,
    { type: 'string', description: `${whole} ${description}` },
  ]),
);

/** Named in full in `Accept`, and preferred to JSON. */
export const snapshotContent: Json = Object.fromEntries(
  Object.entries(described).map(([type, [name]]) => [type, { schema: schemaRef(name) }]),
);
