/** What a change of working time does to leaves, and how its preview answers. */
import { boolean, int } from './kit/schema.ts';

export const countsAgain =
  'counts open leaves, and confirmed ones that are still to come, again in the background. With `dryRun=true` nothing is ' +
  'changed, and the response says how many leaves would be.';

export const recountPreview = {
  changedLeavesCount: int({ minimum: 0, description: 'Leaves whose days would change.' }),
  keptLeavesCount: int({
    minimum: 0,
    description:
      'Leaves that cannot be counted any more, because no day would count or their total would not fit. They stay.',
  }),
  isComplete: { ...boolean(), description: 'False if there are more leaves than a preview counts.' },
};
