/** What the HTTP server must know of the legacy API before a request reaches it: its spellings, and how it refuses. */

import type { LegacyErrorFormat } from '../http/connections/socket-errors.ts';
import { jsonType } from '../http/response/response.ts';
import { isLegacyAddress, legacyAddress } from './address.ts';
import { asRefusal, refusalText } from './errors.ts';

export const legacyErrorFormat: LegacyErrorFormat = {
  addressOf: legacyAddress,
  refusal: (url, problem, traceId) =>
    isLegacyAddress(url)
      ? { headers: { 'Content-Type': jsonType, Vary: 'Origin' }, body: refusalText(asRefusal(problem, 0), traceId) }
      : undefined,
};
