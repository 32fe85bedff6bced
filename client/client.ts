/**
 * The typed client of the API. Its resources, methods and types come from the declarations; it needs only `fetch`, so
 * it runs in Node and in browsers.
 */
import type { Read, Resource } from '@muster/contract/kit/resource.ts';
import { type Resources, resources } from '@muster/contract/resources.ts';
import { isRecorded, type Versions, versionsOf } from '@muster/contract/versions.ts';
import { addressOf, type Collection, collection, type Listed, newKey } from './collection.ts';
import type { Wire } from './exchange.ts';
import { type Fed, type FeedOptions, feed, type MusterEvent } from './feed.ts';
import { type Files, fileMethods } from './files.ts';
import { type FollowOptions, follow } from './follow.ts';
import { type ImportMethods, importMethods } from './imports.ts';
import type { AnyQuery } from './query.ts';
import { type Clock, type Pause, type RetryPolicy, retryPolicy, systemClock } from './retry.ts';
import { type SnapshotMethods, snapshot } from './snapshot.ts';
import { streams } from './stream.ts';
import { type Credentials, clientCredentials, type TokenSource } from './token.ts';
import { transport } from './transport.ts';

export type { Create, Patch, Read } from '@muster/contract/kit/resource.ts';
export type { Collection, Listed, One, PageOf, Representation, Versioned } from './collection.ts';
export * from './errors.ts';
export type { Fed, FeedOptions, MusterEvent } from './feed.ts';
export type { Download, DownloadOptions, Files, UploadOptions } from './files.ts';
export type { FollowOptions } from './follow.ts';
export type { ImportMethods, ImportOptions } from './imports.ts';
export { type Inbox, memoryInbox, type Waiting } from './inbox.ts';
export { nodeListener } from './node-listener.ts';
export type { Filters, Include, Query, Range, SortKey } from './query.ts';
export { type HandedOver, type Receiver, type ReceiverOptions, webhookReceiver } from './receiver.ts';
export type { Clock, Pause, RetryPolicy } from './retry.ts';
export type { Snapshot, SnapshotQuery } from './snapshot.ts';
export type { TokenSource } from './token.ts';
export * from './webhooks.ts';

interface CommonOptions extends Partial<Clock> {
  /** Address of the account. */
  readonly baseUrl: string;
  /** The retry policy; `attemptsMax: 1` disables retries. */
  readonly retry?: Partial<RetryPolicy>;
  /** For one attempt, including its response; 30 seconds by default. */
  readonly timeoutMs?: number;
  /** Called before each wait, which may take a minute if the quota is used up. */
  readonly onPause?: (pause: Pause) => void;
  readonly fetch?: typeof fetch;
}

interface WithCredentials extends Credentials {
  /** The address of the token endpoint; by default that of the account. */
  readonly authUrl?: string;
  readonly token?: never;
}

interface WithToken {
  /**
   * Called before each request, and once more with the refused token after a 401. For browsers, which must not store a
   * secret.
   */
  readonly token: TokenSource;
}

export type ClientOptions = CommonOptions & (WithCredentials | WithToken);

/** A collection; for one inside a resource of another type, a function of the id of that resource. */
type Served<R extends Resource> = R extends { readonly within: object } ? (ownerId: string) => Offered<R> : Offered<R>;

/** A recorded state, of which the type knows the resource. */
export type VersionOf<R extends Resource> = Omit<Listed<Versions>, 'url' | 'data'> & {
  readonly data: Omit<Read<R>, 'links' | 'embedded'>;
};

export interface VersionMethods<R extends Resource> {
  /** The recorded states of the resource with this id, the newest first. They outlive its deletion. */
  versions(id: string): AsyncIterable<VersionOf<R>>;
}

/** Their changes are recorded by nobody. */
type Unrecorded =
  | 'schemas'
  | 'portraits'
  | 'events'
  | 'imports'
  | 'importErrors'
  | 'webhookEndpointSecrets'
  | 'webhookDeliveries'
  | 'webhookDeliveryAttempts'
  | 'webhookRedeliveries';

/** What can be listed can be read as a whole. */
type Offered<R extends Resource> = Collection<R> &
  ('list' extends R['operations'][number] ? SnapshotMethods<R> : unknown);

export type Muster = { readonly [K in Exclude<keyof Resources, 'files' | 'imports'>]: Served<Resources[K]> } & {
  readonly [K in Exclude<keyof Resources, 'files' | Unrecorded>]: VersionMethods<Resources[K]>;
} & {
  readonly files: Files & VersionMethods<Resources['files']>;
  readonly imports: Omit<Served<Resources['imports']>, 'create'> & ImportMethods;
  readonly events: {
    /**
     * Events with their position, as they are published, without end. Throws `EventsExpiredError` if some were missed.
     */
    feed(options?: FeedOptions): AsyncIterable<Fed>;
    /** The events without positions. */
    follow(options?: FollowOptions): AsyncIterable<MusterEvent>;
  };
};

const timeoutMsDefault = 30_000;

export function musterClient(options: ClientOptions): Muster {
  const { now, sleep, random } = { ...systemClock, ...options };
  const wire: Wire = {
    // Bound: a browser refuses `fetch` as the method of another object.
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
    clock: { now, sleep, random },
    policy: { ...retryPolicy, ...options.retry },
    timeoutMs: options.timeoutMs ?? timeoutMsDefault,
    onPause: options.onPause,
  };
  const baseUrl = address('baseUrl', options.baseUrl);
  const tokenOf = tokenSource(wire, baseUrl, options);
  const send = transport(wire, baseUrl, tokenOf);
  const source = { send, openStream: streams(wire, baseUrl, tokenOf), collection: addressOf(resources.events), wire };
  const offered = (resource: Resource, ownerId?: string) => ({
    ...collection(resource, send, ownerId),
    ...(resource.operations.includes('list') && {
      snapshot: (query: AnyQuery = {}) => snapshot({ wire, baseUrl, tokenOf }, addressOf(resource, ownerId), query),
    }),
    ...(isRecorded(resource) && { versions: (id: string) => collection(versionsOf(resource), send, id).list() }),
  });
  const served = (resource: Resource) =>
    resource.within ? (ownerId: string) => offered(resource, ownerId) : offered(resource);
  const collections = Object.entries<Resource>(resources).map(([key, resource]) => [key, served(resource)]);
  const muster = Object.fromEntries(collections) as {
    [K in keyof Resources]: Served<Resources[K]> & VersionMethods<Resources[K]>;
  };
  const files = { wire, baseUrl, tokenOf, send, collection: addressOf(resources.files), newKey };
  return {
    ...muster,
    files: { ...fileMethods(files), versions: (id) => muster.files.versions(id) },
    imports: { ...muster.imports, ...importMethods(send, addressOf(resources.imports), newKey) },
    events: {
      ...muster.events,
      feed: (following = {}) => feed(source, following),
      follow: (following = {}) => follow(source, following),
    },
  };
}

function tokenSource(wire: Wire, baseUrl: string, options: ClientOptions): TokenSource {
  if (options.token) return options.token;
  return clientCredentials(
    wire,
    options.authUrl === undefined ? baseUrl : address('authUrl', options.authUrl),
    options,
  );
}

function address(name: string, url: string): string {
  if (!URL.canParse(url)) throw new TypeError(`${name} must be an address, such as https://acme.example.com.`);
  return url.replace(/\/+$/, '');
}
