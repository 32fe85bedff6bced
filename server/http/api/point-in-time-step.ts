/** The step that finds out which time a request asks about: the day and the moment in its query. */
import { pointInTimeOf } from '../../people/point-in-time.ts';
import type { Moments } from '../query/moments.ts';
import type { RequestContext } from './request-context.ts';

export const listPointInTime = (
  context: RequestContext & { readonly query: { readonly moments: Moments | null } },
): Promise<void> | undefined => setPointInTime(context, context.query.moments);

export const rowPointInTime = (context: RequestContext): Promise<void> | undefined =>
  setPointInTime(context, context.moments);

/** Most requests ask about now, and wait for nothing. */
function setPointInTime(context: RequestContext, moments: Moments | null): Promise<void> | undefined {
  if (!moments) return undefined;
  return pointInTimeOf(context.session(), moments.asOf ?? null, moments.knownAt ?? null).then((pointInTime) => {
    context.pointInTime = pointInTime;
    context.moments = moments;
  });
}
