/** The step that finds out which time a request asks about: the day and the moment in its query. */
import { viewOf } from '../../people/view-of.ts';
import type { Moments } from '../query/moments.ts';
import type { RequestContext } from './request-context.ts';

export const listView = (
  context: RequestContext & { readonly query: { readonly moments: Moments | null } },
): Promise<void> | undefined => setView(context, context.query.moments);

export const rowView = (context: RequestContext): Promise<void> | undefined => setView(context, context.moments);

/** Most requests ask about now, and wait for nothing. */
function setView(context: RequestContext, moments: Moments | null): Promise<void> | undefined {
  if (!moments) return undefined;
  return viewOf(context.session(), moments.asOf ?? null, moments.knownAt ?? null).then((view) => {
    context.view = view;
    context.moments = moments;
  });
}
