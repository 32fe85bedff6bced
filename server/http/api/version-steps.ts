/** The steps of the list of versions: the resource that they belong to, and their page, or all of them. */

import type { Resource } from '@muster/contract/kit/resource.ts';
import { declaredAs } from '@muster/contract/resources.ts';
import { accessContextOn, knowsFormer, readOne } from '../../access-context.ts';
import type { Session } from '../../platform/database/database.ts';
import type { Page } from '../../platform/store/list-page.ts';
import { findVersions, wasDeleted } from '../../platform/store/version-list.ts';
import { noSuchResource, Problem } from '../../problem.ts';
import type { ListContext } from './read-steps.ts';
import { notePage } from './reads.ts';
import type { RequestContext } from './request-context.ts';
import { answerSnapshot } from './snapshot.ts';

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

/** All versions, instead of a page. */
export async function versionsSnapshot(context: ListContext): Promise<void> {
  if (!context.format) return;
  const { recorded, id } = recordedIn(context);
  context.answer = await answerSnapshot(context, context.query, context.format, {
    list: (session, query) => findVersions(session, recorded, id, query),
    note: (reader, page) => noteVersions(reader, recorded, id, page),
  });
}

export async function versionsPage(context: ListContext): Promise<void> {
  const { recorded, id } = recordedIn(context);
  context.found = await findVersions(context.session(), recorded, id, context.query.page);
  noteVersions(context, recorded, id, context.found);
}

/** What a version shows is what its resource shows. */
function noteVersions(context: RequestContext, recorded: Resource, id: string, page: Page): void {
  notePage(context, recorded, { ...page, ids: [id] });
}
