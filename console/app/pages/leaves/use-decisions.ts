/** Decides several requests, one after the other: one that is refused does not stop the others. */
import type { Listed } from '@muster/client/collection.ts';
import { type approval, denial, leaveRequestDecisions } from '@muster/contract/resources/leave-request-decisions.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { useState } from 'react';
import { methodsOf } from '../../data/service.ts';
import { useErrorWords } from '../../form/error-words.ts';
import { useUndoable } from '../../resource/use-undoable.ts';
import { useFormats } from '../../texts/formats.ts';
import { leaveDeskTexts } from '../../texts/leave-desk.ts';
import { useTexts } from '../../texts/texts.ts';
import { notify } from '../../ui/notify.ts';

type Request = Listed<typeof leaveRequests>;

export interface Failure {
  readonly request: Request;
  readonly message: string;
}

const affected = [leaveRequests, leaveRequestDecisions, leaves];

export function useDecisions() {
  const t = useTexts(leaveDeskTexts).decide;
  const { number } = useFormats();
  const wordsOf = useErrorWords();
  const { refresh } = useUndoable(affected);
  const [isDeciding, setDeciding] = useState(false);
  const decide = async (
    requests: readonly Request[],
    type: typeof approval | typeof denial,
    comment?: string,
  ): Promise<readonly Failure[]> => {
    setDeciding(true);
    const failed: Failure[] = [];
    for (const request of requests) {
      // The level that is on the screen: if somebody else has decided it, this is refused.
      const body = { type, leaveRequest: { id: request.id }, level: request.approvedLevels + 1 };
      try {
        await methodsOf(leaveRequestDecisions).create({ ...body, ...(comment !== undefined && { comment }) });
      } catch (error) {
        failed.push({ request, message: wordsOf(error) });
      }
    }
    await refresh();
    setDeciding(false);
    const done = requests.length - failed.length;
    if (done > 0) notify(type === denial ? t.denied(number(done)) : t.approved(number(done)));
    return failed;
  };
  return { decide, isDeciding };
}
