/** The parts of the service that requests of the API use. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Publications } from '../../events/feed.ts';
import type { KeptFiles } from '../../files/kept-files.ts';
import type { AddressBook } from '../../identity/accounts/addresses.ts';
import type { Authenticate } from '../../identity/auth/bearer.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import type { LiveSessions } from '../../identity/auth/sessions.ts';
import type { Concerned } from '../../people/day-rollover.ts';
import type { Clocks } from '../../platform/database/clocks.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Problem } from '../../problem.ts';
import type { ReadLog } from '../../reads/read-log.ts';
import type { Outside } from '../../webhooks/outside.ts';
import type { CursorSigner } from '../query/cursor.ts';
import type { Answer } from '../response/response.ts';
import type { SnapshotLimit } from '../snapshot/snapshot-limit.ts';
import type { FileLinkSigner } from './file-links.ts';
import type { GatheredCreations } from './gathered-creations.ts';
import type { RateLimit } from './rate.ts';
import type { WaitLimit } from './wait-limit.ts';

export interface ApiDependencies {
  readonly database: Database;
  readonly requestMs: number;
  readonly authenticate: Authenticate;
  readonly liveSessions: LiveSessions;
  readonly addresses: AddressBook;
  readonly beforeReading: (accountId: string, concerned: Concerned) => Promise<void> | undefined;
  readonly clocks: Pick<Clocks, 'look' | 'nowOf' | 'isMovable'>;
  readonly rate: RateLimit;
  readonly now: () => Date;
  /** For the log line of the request. */
  readonly onCaller: (request: FastifyRequest, caller: Caller) => void;
  readonly cursorSigner: CursorSigner;
  readonly fileLinkSigner: FileLinkSigner;
  readonly files: KeptFiles;
  /** The limit of the installation: no body may be larger, whatever its resource declares. */
  readonly bodyBytesMax: number;
  readonly outside: Outside;
  /** Builds the response to an error, for creations that store it. */
  readonly refusalOf: (problem: Problem, request: FastifyRequest, caller: Caller) => Answer;
  /** Writes creations that come at once together. */
  readonly create: GatheredCreations;
  /** Called after a change: events may be waiting for publication. */
  readonly onChange: (accountId: string) => void;
  /** Records who has read confidential data. */
  readonly reads: Pick<ReadLog, 'record'>;
  /** Wakes readers that wait for events. */
  readonly publications: Publications;
  readonly waitLimit: WaitLimit;
  /** The connections of streams of whole collections. */
  readonly snapshots: Database;
  /** Logs a stream that did not come to its end: for the framework it is no response. */
  readonly onCut: (request: FastifyRequest, reply: FastifyReply) => void;
  readonly snapshotLimit: SnapshotLimit;
}
