/** Who reads through the legacy API and what of it: what the door has made of a key and its role, for one request. */
import type { Session } from '../platform/database/database.ts';

export interface LegacyReader {
  readonly accountId: string;
  readonly baseUrl: string;
  /** The name of the API key. */
  readonly principal: string;
  readonly seesFormer: boolean;
  readonly seesFuture: boolean;
  readonly seesPersonalData: boolean;
  /** Of the family that is read. null: all, present and future. */
  readonly establishments: readonly string[] | null;
}

export interface LegacyRequest {
  readonly reader: LegacyReader;
  /** As it was sent, after the question mark: nothing is decoded. */
  readonly query: string;
  readonly session: Session;
  /** When it came in, by the clock of `performance.now()`: older answers tell how long they took. */
  readonly startedAtMs: number;
}

/** Each answers the text of a JSON object, or throws a `LegacyRefusal`. */
export interface LegacyResource {
  readonly list: (request: LegacyRequest) => Promise<string>;
  /** The id is decoded. */
  readonly read: (request: LegacyRequest, id: string) => Promise<string>;
}
