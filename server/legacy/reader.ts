/** The reader of the legacy API in one request: the key, its role and its rights. */
import type { Session } from '../platform/database/database.ts';
import type { ShownHolder } from '../reads/shown.ts';

export interface LegacyReader {
  readonly accountId: string;
  readonly baseUrl: string;
  /** The name of the API key. */
  readonly principal: string;
  readonly seesFormer: boolean;
  readonly seesFuture: boolean;
  readonly seesPersonalData: boolean;
  /** Of the requested family. null: all, including future ones. */
  readonly establishments: readonly string[] | null;
}

export interface LegacyRequest {
  readonly reader: LegacyReader;
  /** As sent, after the question mark: nothing is decoded. */
  readonly query: string;
  readonly session: Session;
  /** What the response shows of confidential data. */
  readonly reading: ShownHolder;
  /** When the request arrived, by `performance.now()`: older responses contain their duration. */
  readonly startedAtMs: number;
}

/** Each returns the text of a JSON object in parts, or throws a `LegacyRefusal`. */
export interface LegacyResource {
  readonly list: (request: LegacyRequest) => Promise<readonly string[]>;
  /** The id is decoded. */
  readonly read: (request: LegacyRequest, id: string) => Promise<readonly string[]>;
}
