/** What a service is started with. */
import type { InstallationBounds } from '@muster/contract/administration/installation-bounds.ts';
import type { Logger } from 'pino';
import type { AccountHostPattern, Config, Role } from './config.ts';
import type { FileStorage } from './files/storage.ts';
import type { WebhookOptions } from './sending.ts';
import type { MarkStore } from './worker/restores.ts';

export interface ServiceOptions {
  readonly databaseUrl: string;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly authUrl: string | null;
  readonly accountHosts: readonly AccountHostPattern[];
  readonly trustedProxies: readonly string[];
  /** Web domains of the service that may call the legacy API from browsers; none, unless it is said. */
  readonly webOrigins?: readonly string[];
  readonly masterKey: Buffer;
  /** Where the bytes of files are kept. */
  readonly storage: FileStorage;
  readonly webhooks?: WebhookOptions;
  /** All, unless it is said. */
  readonly role?: Role;
  readonly limits: Config['limits'];
  /** How far accounts may go with what they set; the usual, unless it is said. */
  readonly bounds?: InstallationBounds;
  readonly now: () => Date;
  /** Where a mark is left by which a restored backup is noticed; none is left, unless it is said. */
  readonly marks?: MarkStore;
  /** How long this process has run, by a clock that nobody sets; by that of Node, unless it is said. */
  readonly elapsedMs?: () => number;
  readonly logger: Logger;
}
