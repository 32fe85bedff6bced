/**
 * Many creations of one caller at once, for resources without a verb of their own. Each is refused like a single one, and
 * they are written with one statement: most of what a creation costs is the cost of its statements, not of its row.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { type FieldErrors, invalid, noErrors, Problem } from '../../problem.ts';
import type { Tx } from '../database/database.ts';
import { drawIdsAndFind, type StoredRow } from '../store/read.ts';
import type { Values } from '../store/values.ts';
import { insertManyShown } from '../store/write.ts';
import type { AccessContext } from './access.ts';
import { belongings } from './belonging.ts';
import { checkedValues, type JsonObject } from './body.ts';
import { addNamedErrors, type NamedOne, namedIn } from './references.ts';
import { withArchival } from './standard.ts';

/** Creates a row for each body. Returns them in this order, or the reason why one is refused. */
export type CreateMany = (
  tx: Tx,
  access: AccessContext,
  bodies: readonly JsonObject[],
) => Promise<(StoredRow | Problem)[]>;

/** A body that is read, and what is wrong with it. */
interface Judged {
  readonly values: JsonObject;
  readonly named: readonly NamedOne[];
  readonly errors: FieldErrors;
}

/** A row to write. */
type Draft = Values & { readonly id: string };

/** Three round trips, however many they are: ids and references; the rows; the end of the transaction. */
export const standardCreateMany =
  (resource: Resource): CreateMany =>
  async (tx, access, bodies) => {
    const judged = bodies.map((body) => judgedBody(resource, access, body));
    const wanted = judged.flatMap(({ named }) => named);
    const [ids, found] = await drawIdsAndFind(tx, resource, bodies.length, wanted);
    for (const { named, errors } of judged) addNamedErrors(named, found, errors);
    const drafts = judged.map(({ values, errors }, index): Draft | Problem =>
      Object.keys(errors).length > 0
        ? invalid(errors)
        : { ...withArchival(resource, values, tx.now), ...belongings(resource, access), id: ids[index] as string },
    );
    const written = await insertManyShown(
      tx,
      resource,
      drafts.filter((draft): draft is Draft => !(draft instanceof Problem)),
    );
    const rows = new Map(written.map((row) => [row.id, row]));
    return drafts.map((draft) => (draft instanceof Problem ? draft : (rows.get(draft.id) as StoredRow)));
  };

/** What a body refers to matters only if its form is valid, as for a single creation. */
function judgedBody(resource: Resource, access: AccessContext, body: JsonObject): Judged {
  const errors = noErrors();
  try {
    const values = checkedValues(resource, body, access.caller.baseUrl, errors);
    const isValid = Object.keys(errors).length === 0;
    return { values, named: isValid ? namedIn(access, [{ resource, values }], errors) : [], errors };
  } catch (error) {
    // More errors than are listed.
    if (error instanceof Problem && error.errors === errors) return { values: {}, named: [], errors };
    throw error;
  }
}
