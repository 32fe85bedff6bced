/** Writes demo data as a client application would: through the verbs, with their rules and events. */
import { type Resources, resources } from '@muster/contract/resources.ts';
import { verbsOf } from '@muster/server/behaviours.ts';
import type { Caller } from '@muster/server/identity/auth/caller.ts';
import type { Tx } from '@muster/server/platform/database/database.ts';
import { type AccessContext, unconditionalWrite } from '@muster/server/platform/verbs/access.ts';
import type { JsonObject } from '@muster/server/platform/verbs/body.ts';

export interface Writer {
  /** Returns the id. */
  create(resource: keyof Resources, body: JsonObject): Promise<string>;
  /** Rows that do not depend on each other: their statements follow each other without waiting for answers. */
  createAll(resource: keyof Resources, bodies: readonly JsonObject[]): Promise<string[]>;
  update(resource: keyof Resources, id: string, body: JsonObject): Promise<void>;
}

export function writerOf(tx: Tx, caller: Caller): Writer {
  const access: AccessContext = { caller, conditions: [], conditionsOn: () => [] };
  const create = async (resource: keyof Resources, body: JsonObject) =>
    (await verbsOf(resources[resource]).create(tx, access, body)).id;
  return {
    create,
    createAll: (resource, bodies) => Promise.all(bodies.map((body) => create(resource, body))),
    async update(resource, id, body) {
      await verbsOf(resources[resource]).update(tx, access, id, unconditionalWrite(body));
    },
  };
}
