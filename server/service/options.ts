/** The options of a service. */
import type { InstallationBounds } from '@muster/contract/administration/installation-bounds.ts';
import type { Logger } from 'pino';
import type { ErasureLedger } from '../erasure/ledger.ts';
import type { FileStorage } from '../files/storage.ts';
import type { RequestCounter } from '../http/api/rate.ts';
import type { Observer } from '../observer.ts';
import type { AccountHostPattern, Config, ProcessRole } from '../settings/config.ts';
import type { Tracing } from '../tracing.ts';
import type { MarkStore } from '../worker/restores.ts';
import type { WebhookOptions } from './sending.ts';

export interface ServiceOptions {
  readonly databaseUrl: string;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly authUrl: string | null;
  readonly accountHosts: readonly AccountHostPattern[];
  readonly trustedProxies: readonly string[];
  /** Origins that may call the legacy API from browsers; none by default. */
  readonly webOrigins?: readonly string[];
  readonly masterKey: Buffer;
  /** The encryption key before it, while they are exchanged; none by default. */
  readonly previousKey?: Buffer | null;
  /** Reads the keys again, the newest first: those in the data folder may be exchanged while the service runs. */
  readonly readKeys?: (() => Promise<readonly Buffer[]>) | undefined;
  /** Where the bytes of files are stored. */
  readonly storage: FileStorage;
  readonly webhooks?: WebhookOptions;
  /** Where the audit trail is sent to; nowhere by default. */
  readonly auditSyslog?: Config['auditSyslog'];
  /** The server that sends mails; none by default. */
  readonly mailServer?: Config['mailServer'];
  /** `all` by default. */
  readonly role?: ProcessRole;
  readonly limits: Config['limits'];
  /** The limits on account settings; the standard limits by default. */
  readonly bounds?: InstallationBounds;
  readonly now: () => Date;
  /** Where the marker is stored that detects a restored backup; none by default. */
  readonly marks?: MarkStore;
  /** Who was erased, kept apart from the database; none by default. */
  readonly ledger?: ErasureLedger;
  /** How long this process has run, by a monotonic clock; Node's by default. */
  readonly elapsedMs?: () => number;
  /** Who hears about the work, for metrics; nobody by default. */
  readonly observer?: Observer | undefined;
  /** Who makes spans of requests and deliveries; nobody by default. */
  readonly tracing?: Tracing | undefined;
  /** Who counts the requests of callers; this process alone by default. */
  readonly requestCounter?: RequestCounter | undefined;
  /** Aborted when other processes take over the port; never by default. */
  readonly handover?: AbortSignal | undefined;
  /** Why this machine cannot serve requests, in addition to the database; null: it can. */
  readonly machineUnreadiness?: (() => Promise<string | null>) | undefined;
  readonly logger: Logger;
}
