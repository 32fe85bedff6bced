/** The steps of the list of versions: the resource that they belong to, and their page. */

import type { Resource } from '@muster/contract/kit/resource.ts';
import { declaredAs } from '@muster/contract/resources.ts';
import { accessContextOn, knowsFormer, readOne } from '../../access-context.ts';
import type { Session } from '../../platform/database/database.ts';
import { findVersions, wasDeleted } from '../../platform/store/version-list.ts';
import { noSuchResource, Problem } from '../../problem.ts';
import type { ListContext } from './read-steps.ts';
import { notePage } from './reads.ts';

/** The resource whose versions are asked for. */
function recordedIn({ resource: { within }, request }: ListContext): { recorded: Resource; id: string } {
  const { ownerId } = request.params as { ownerId: string };
  return { recorded: declaredAs(within?.type ?? ''), id: ownerId };
}

/** The rights of today decide. A deleted resource has no row, so its last version states who may see it. */
export async function findRecorded(context: ListContext): Promise<void> {
  const { recorded, id } = recordedIn(context);
  const session = context.session();
  if (!(await isSeen(context, session, recorded, id))) throw noSuchResource(recorded.type, id);
}

async function isSeen({ caller }: ListContext, session: Session, recorded: Resource, id: string): Promise<boolean> {
  try {
    await readOne(
      session,
      recorded,
      accessContextOn(recorded, caller, () => session),
      id,
    );
    return true;
  } catch (error) {
    if (!(error instanceof Problem && error.kind === 'not-found')) throw error;
  }
  if (!knowsFormer(recorded, caller)) return false;
  const clientApplicationId = caller.person ? null : caller.clientApplicationId;
  return wasDeleted(session, recorded, id, { establishments: caller.establishments, clientApplicationId });
}

export async function versionsPage(context: ListContext): Promise<void> {
  const { recorded, id } = recordedIn(context);
  context.found = await findVersions(context.session(), recorded, id, context.query.request);
  // What a version shows is what its resource shows.
  notePage(context, recorded, { ...context.found, ids: [id] });
}
