/**
 * Sends one request and tells what became of it; never throws. The time limit runs from the start to the end of the
 * answer's headers. Redirects are not followed, bodies are never decompressed, and of an answer no more is read than
 * is kept: a receiver can waste its own time, not ours.
 */
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { type AddressPermits, checkedAddresses, checkedLookup, RefusedAddressError } from './address.ts';

export type FailureReason = 'status' | 'timeout' | 'connection' | 'tls' | 'address' | 'secret';

export interface Outcome {
  readonly isSuccessful: boolean;
  /** null: there was no answer. */
  readonly status: number | null;
  /** null: it was successful. */
  readonly failureReason: FailureReason | null;
  /** Of an answer that was asked for, or that is no success: its first 4 KB. */
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
  /** Also of a success. */
  readonly isBodyWanted?: boolean;
}

export interface Sender {
  send(message: Message): Promise<Outcome>;
  /** Gives up what is under way. */
  close(): Promise<void>;
}

export interface SenderOptions {
  readonly permits: AddressPermits;
  /** Certificates to trust instead of the usual ones. */
  readonly authorities?: string;
}

const keptBytes = 4096;
/** A short answer is read to its end, so that its connection can be used again; a longer one costs the connection. */
const drainedBytes = 65_536;
/** Receivers close idle connections after 5 seconds or more. */
const idleMs = 4000;

export function openSender({ permits, authorities }: SenderOptions): Sender {
  const agent = new Agent({
    connect: guardedConnector(permits, authorities),
    allowH2: true,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: 60_000,
    // Our own limit covers the whole; these would end what a slower account allows.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    send: (message) => new Promise((resolve) => exchange(agent, message, resolve)),
    close: () => agent.destroy(),
  };
}

/** A socket asks for the addresses of a name, and there they are checked; everything else is checked here. */
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
      // Started again for the body, which a receiver might send drop by drop.
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

/** Collects what is kept of an answer. `resolve` is called once, as soon as the outcome is known. */
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
  /** Once there is an answer, what is missing of its body changes nothing. */
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

/** As text that the database can hold: a character cut in two or a NUL stands as its replacement. */
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
