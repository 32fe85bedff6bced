/**
 * Files: sent as forms, and read by the links of what names them. Their bytes pass through without being held whole,
 * as far as `fetch` does so.
 */
import type { Href } from '@muster/contract/kit/resource.ts';
import type { files } from '@muster/contract/resources/files.ts';
import { authorized } from './authorized.ts';
import type { Representation, Versioned } from './collection.ts';
import { problemError } from './error-responses.ts';
import { ConnectionError, UnexpectedAnswerError } from './errors.ts';
import { answerTo, parsed, type Wire } from './exchange.ts';
import { type Outcome, repeated, retryAfterMs } from './retry.ts';
import type { TokenSource } from './token.ts';
import { messageOf, type Send } from './transport.ts';

export interface UploadOptions {
  /** Needed for a `Blob` that is no `File`. */
  readonly fileName?: string;
  /** Under one key a file is uploaded once, however often it is sent. Made by the client unless given. */
  readonly idempotencyKey?: string;
  /** For one attempt; ten minutes unless stated. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface DownloadOptions {
  /** `original`: the bytes as they were uploaded; `preview`: of an image a reduced one. */
  readonly as?: 'original' | 'preview';
  readonly signal?: AbortSignal;
}

export interface Download {
  readonly contentType: string;
  readonly fileName: string;
  readonly size: number;
  /** Read by anyone who wants it piece by piece. */
  readonly body: ReadableStream<Uint8Array>;
  /** The whole of it. */
  bytes(): Promise<Uint8Array>;
}

export interface Files {
  /** In Node, `openAsBlob` of `node:fs` makes one of a file without reading it. */
  upload(content: Blob, options?: UploadOptions): Promise<Versioned<Representation<typeof files>>>;
  /** By a link as it was read from what names the file. */
  download(link: NonNullable<Href> | string, options?: DownloadOptions): Promise<Download>;
}

export interface FileSource {
  readonly wire: Wire;
  readonly baseUrl: string;
  readonly tokenOf: TokenSource;
  readonly send: Send;
  readonly collection: string;
  readonly newKey: () => string;
}

const uploadMsDefault = 600_000;

export function fileMethods(source: FileSource): Files {
  return {
    async upload(content, { fileName, idempotencyKey = source.newKey(), timeoutMs = uploadMsDefault, signal } = {}) {
      const name = fileName ?? (content instanceof File ? content.name : undefined);
      if (name === undefined) throw new TypeError('A file needs a name: give fileName, or a File.');
      const body = new FormData();
      body.set('form', content, name);
      const path = source.collection;
      const answer = await source.send({ method: 'POST', path, body, idempotencyKey, timeoutMs, signal });
      // What an upload answers is the representation of a file.
      const made = answer.body as Representation<typeof files>;
      return Object.defineProperty(made, 'etag', { value: answer.etag }) as Versioned<typeof made>;
    },
    async download(link, { as = 'original', signal } = {}) {
      const href = typeof link === 'string' ? link : link.href;
      if (!href.startsWith(`${source.baseUrl}/`)) throw new TypeError('The link leads to another service.');
      const answer = await opened(source, href, as === 'original' ? 'application/octet-stream' : 'image/*', signal);
      return downloadOf(answer);
    },
  };
}

/** An answer whose body is still to be read. A token that has ended is renewed once. */
async function opened(
  { wire, baseUrl, tokenOf }: FileSource,
  href: string,
  accept: string,
  signal: AbortSignal | undefined,
): Promise<Response> {
  let answered: Response | undefined;
  const ask = async (token: string | null): Promise<Outcome> => {
    const message = messageOf({ method: 'GET', path: href.slice(baseUrl.length) }, token, accept);
    const answer = await answerTo(wire, href, message, signal ?? new AbortController().signal, signal);
    if (answer instanceof ConnectionError) return answer;
    answered = answer;
    return { status: answer.status, headers: answer.headers, text: answer.ok ? '' : await answer.text() };
  };
  const attempt = authorized(tokenOf, ask, signal);
  const { outcome } = await repeated(attempt, { ...wire, isRepeatable: true, signal });
  if (outcome instanceof ConnectionError) throw outcome;
  const { status, headers, text } = outcome;
  if (answered?.ok) return answered;
  const waitMs = retryAfterMs(headers.get('retry-after'), wire.clock.now());
  throw problemError({ status, headers, body: parsed(text), retryAfterMs: waitMs });
}

function downloadOf(answer: Response): Download {
  const { headers, body } = answer;
  if (body === null) throw new UnexpectedAnswerError(answer.status, '');
  const [, encoded = ''] = /filename\*=UTF-8''([^;]+)/i.exec(headers.get('content-disposition') ?? '') ?? [];
  return {
    contentType: headers.get('content-type') ?? '',
    fileName: decodeURIComponent(encoded),
    size: Number(headers.get('content-length')),
    body,
    bytes: async () => new Uint8Array(await answer.arrayBuffer()),
  };
}
