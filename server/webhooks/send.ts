/**
 * Sends one request and returns its result; never throws. The time limit covers everything up to the end of the
 * response headers. Redirects are not followed, bodies are not decompressed, and no more of a response is read than is
 * stored: a receiver can waste its own time, not ours.
 */
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { type AddressPermits, checkedAddresses, checkedLookup, RefusedAddressError } from './address.ts';

export type FailureReason = 'status' | 'timeout' | 'connection' | 'tls' | 'address' | 'secret';

export interface Outcome {
  readonly isSuccessful: boolean;
  /** null: there was no response. */
  readonly status: number | null;
  /** null: it was successful. */
  readonly failureReason: FailureReason | null;
  /** The first 4 KB of the response, if it was requested or the response is not a success. */
  readonly body: string;
  readonly contentType: string | null;
  readonly retryAfter: string | null;
  readonly durationMs: number;
}

export interface Message {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  readonly limitMs: number;
  /** Also for a success. */
  readonly isBodyWanted?: boolean;
}

export interface Sender {
  send(message: Message): Promise<Outcome>;
  /** Aborts requests in flight. */
  close(): Promise<void>;
}

export interface SenderOptions {
  readonly permits: AddressPermits;
  /** Certificates to trust instead of the default ones. */
  readonly authorities?: string;
}

const keptBytes = 4096;
/** A short response is read to its end, so that its connection can be reused; a longer one closes the connection. */
const drainedBytes = 65_536;
/** Receivers close idle connections after 5 seconds or more. */
const idleMs = 4000;

export function openSender({ permits, authorities }: SenderOptions): Sender {
  const agent = new Agent({
    connect: guardedConnector(permits, authorities),
    allowH2: true,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: 60_000,
    // Our own limit covers everything; these would end requests that an account with a longer limit allows.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    send: (message) => new Promise((resolve) => exchange(agent, message, resolve)),
    close: () => agent.destroy(),
  };
}

/** The lookup of a socket checks the addresses of a name; everything else is checked here. */
export function guardedConnector(permits: AddressPermits, authorities: string | undefined): buildConnector.connector {
  const connectorFor = (protocol: string) =>
    buildConnector({
      lookup: checkedLookup(protocol, permits),
      allowH2: true,
      minVersion: 'TLSv1.2',
      timeout: 0,
      ...(authorities !== undefined && { ca: authorities }),
    });
  const secure = connectorFor('https:');
  const plain = connectorFor('http:');
  return (options, callback) => {
    const connect = options.protocol === 'https:' ? secure : plain;
    const isOwn = permits.isOwnHost(options.host ?? options.hostname);
    if (isName(options.hostname) && !isOwn) return connect(options, callback);
    const checked = isOwn
      ? Promise.reject(new RefusedAddressError('Must not be an address of this service.'))
      : checkedAddresses(options.hostname, options.protocol, permits);
    checked.then(
      () => connect(options, callback),
      (error) => callback(error, null),
    );
  };
}

const isName = (hostname: string): boolean => !/^[\d.]+$|:/.test(hostname);

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function exchange(agent: Agent, message: Message, resolve: (outcome: Outcome) => void): void {
  const answer = answerOf(message.isBodyWanted ?? false, resolve);
  let controller: Dispatcher.DispatchController | undefined;
  let isGivenUp = false;
  const giveUp = () => {
    isGivenUp = true;
    answer.end('timeout');
    controller?.abort(new Error('given up'));
  };
  let timer = setTimeout(giveUp, message.limitMs);
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      if (isGivenUp) started.abort(new Error('given up'));
    },
    onResponseStart(_, status, headers) {
      if (status < 200) return;
      answer.begin(status, headers);
      // Restarted for the body, which a receiver might send slowly.
      clearTimeout(timer);
      timer = setTimeout(giveUp, message.limitMs);
    },
    onResponseData(started, chunk) {
      if (!answer.take(chunk)) started.abort(new Error('enough'));
    },
    onResponseEnd() {
      clearTimeout(timer);
      answer.end('connection');
    },
    onResponseError(_, error) {
      clearTimeout(timer);
      answer.end(reasonOf(error));
    },
  };
  try {
    const { origin, pathname, search } = new URL(message.url);
    const { method, headers, body } = message;
    agent.dispatch({ origin, path: pathname + search, method, headers, body }, handler);
  } catch {
    clearTimeout(timer);
    answer.end('connection');
  }
}

/** Collects the stored part of a response. `resolve` is called once, as soon as the result is known. */
function answerOf(isBodyWanted: boolean, resolve: (outcome: Outcome) => void) {
  const startedAt = performance.now();
  let head: { readonly status: number; readonly headers: Headers } | undefined;
  let isKnown = false;
  let size = 0;
  const chunks: Buffer[] = [];

  const conclude = (failureReason: FailureReason | null) => {
    if (isKnown) return;
    isKnown = true;
    resolve({
      isSuccessful: failureReason === null,
      status: head?.status ?? null,
      failureReason,
      body: head?.headers['content-encoding'] === undefined ? textOf(chunks) : '',
      contentType: single(head?.headers['content-type']),
      retryAfter: single(head?.headers['retry-after']),
      durationMs: Math.round(performance.now() - startedAt),
    });
  };
  /** After the headers have arrived, a missing part of the body does not change the result. */
  const end = (reason: FailureReason) => conclude(head ? (isSuccess(head.status) ? null : 'status') : reason);
  return {
    end,
    begin(status: number, headers: Headers) {
      head = { status, headers };
      if (isSuccess(status) && !isBodyWanted) conclude(null);
    },
    /** False: the rest is not worth waiting for. */
    take(chunk: Buffer): boolean {
      if (!isKnown) chunks.push(chunk);
      size += chunk.length;
      if (size >= keptBytes) end('connection');
      return size <= drainedBytes;
    },
  };
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const single = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null;

/** As text that the database can store: a cut character or a NUL becomes a replacement character. */
const textOf = (chunks: readonly Buffer[]): string =>
  Buffer.concat(chunks).subarray(0, keptBytes).toString().replaceAll('\0', '\uFFFD');

const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH_)/;

function reasonOf(error: Error): FailureReason {
  if (error instanceof RefusedAddressError) return 'address';
  const code = String((error as NodeJS.ErrnoException).code ?? '');
  if (tlsCodes.test(code)) return 'tls';
  return /TIMEOUT|ETIMEDOUT/.test(code) ? 'timeout' : 'connection';
}
