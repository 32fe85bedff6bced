/** What the HTTP server must know of the legacy API before a request reaches it: its spellings, and how it refuses. */

import { jsonType } from '../http/answer.ts';
import type { OtherDoor } from '../http/socket-errors.ts';
import { isLegacyAddress, legacyAddress } from './address.ts';
import { asRefusal, refusalText } from './refusal.ts';

export const legacyDoor: OtherDoor = {
  addressOf: legacyAddress,
  refusal: (url, problem, traceId) =>
    isLegacyAddress(url)
      ? { headers: { 'Content-Type': jsonType, Vary: 'Origin' }, body: refusalText(asRefusal(problem, 0), traceId) }
      : undefined,
};
