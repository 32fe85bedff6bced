/**
 * What the HTTP server must know about the legacy API before a request reaches it: its spellings and its error format.
 */

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
