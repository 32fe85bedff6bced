/** Lists as a whole: the same for every list. */
import { limits } from '../limits.ts';
import { snapshotTypes } from '../snapshot-types.ts';
import type { Json } from './schemas.ts';

export const snapshotHeaders = ['Muster-Event-Position', 'Muster-Total-Count'];

const whole = `The whole collection at one moment, streamed, with the filters, the sort and the scopes of the list; \`limit\` and \`page\` are refused. \`Muster-Event-Position\` names the event to follow after. At most ${limits.snapshotsPerAccountMax} at once for an account. A connection that ends without the end of the body means that rows are missing.`;

const shown = (description: string): Json => ({ schema: { type: 'string', description: `${whole} ${description}` } });

/** Named in full in `Accept`, and preferred to JSON. */
export const snapshotContent: Json = {
  [snapshotTypes.ndjson]: shown('One item a line, as JSON; `links` and `embedded` of each as `include` asks.'),
  [snapshotTypes.csv]: shown(
    'A table whose columns are dotted paths of members; lists and open structures are one column, as JSON. A cell that a spreadsheet would run begins with a single quote.',
  ),
};
