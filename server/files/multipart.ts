/**
 * The one file of a multipart form, passed on as it arrives and never complete in memory. The stream ends only after
 * the whole form was valid: a consumer needs no other sign of completeness, and stores nothing if the stream fails.
 */
import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable, Writable, WritableOptions } from 'node:stream';
import { MIMEType } from 'node:util';
import { Dicer } from '@fastify/busboy';
import type { FileType } from '@muster/contract/file-types.ts';
import { detail } from '@muster/contract/messages.ts';
import { invalid, Problem } from '../problem.ts';
import { judgedContent, sampleBytes } from './sniff.ts';
import { type DeclaredFile, declaredFile, oneFileOnly, type PartHeaders, refusedForm } from './uploaded-name.ts';

export interface UploadLimits {
  readonly bodyBytesMax: number;
  /** How often the speed of the sender is checked; a silent sender is aborted after this time. */
  readonly silenceMs: number;
}

export interface ReceivedFile extends DeclaredFile {
  readonly size: number;
  readonly sha256: Buffer;
}

/** Stores the bytes, reading them to the end; if they fail, it must leave nothing. */
export type Sink = (bytes: AsyncIterable<Buffer>, declared: DeclaredFile) => Promise<void>;

export async function receiveUpload(request: IncomingMessage, limits: UploadLimits, sink: Sink): Promise<ReceivedFile> {
  const form = parserOf(boundaryOf(request.headers));
  if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytesMax) throw tooLarge(limits);
  const { part, end } = partsOf(form);
  const whole = feed(request, form, end, limits);
  const found: Findings = { size: 0, hash: createHash('sha256'), type: undefined, failure: undefined };
  try {
    const { declared, bytes } = await Promise.race([part, whole.then(() => Promise.reject(refusedForm(oneFileOnly)))]);
    // A later error of the form is also an error of the file.
    whole.catch((error: Error) => bytes.destroy(error));
    await sink(inspected(bytes, declared, whole, found), declared);
    await whole;
    const contentType = found.type ?? declared.contentType;
    return { ...declared, contentType, size: found.size, sha256: found.hash.digest() };
  } catch (error) {
    form.destroy();
    discardRest(request.unpipe(form), limits.bodyBytesMax);
    // A sink may wrap the original error.
    throw found.failure ?? error;
  }
}

function boundaryOf(headers: IncomingHttpHeaders): string {
  const type = mediaType(headers['content-type'] ?? '');
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (type?.essence !== 'multipart/form-data' || encoding !== 'identity') {
    throw new Problem('unsupported-media-type', detail('unsupportedMediaType', { types: 'multipart/form-data' }));
  }
  const boundary = type.params.get('boundary') ?? '';
  if (!/^[\x20-\x7e]{1,70}$/.test(boundary)) {
    throw invalid({ 'Content-Type': ['Must name the boundary between the parts, of 1 to 70 ASCII characters.'] });
  }
  return boundary;
}

function mediaType(text: string): MIMEType | null {
  try {
    return new MIMEType(text);
  } catch {
    return null;
  }
}

export const tooLarge = ({ bodyBytesMax }: UploadLimits) =>
  new Problem('content-too-large', detail('contentTooLarge', { limit: bodyBytesMax / 1_000_000 }), {
    headers: { connection: 'close' },
  });

const bufferBytes = 16_384;

function parserOf(boundary: string): Dicer {
  const options: Dicer.Config & WritableOptions & { partHwm: number } = {
    boundary,
    // Otherwise it would be closed after its last chunk, which may still wait to be read.
    autoDestroy: false,
    // Less than one chunk of a connection: one such chunk is held, not two.
    highWaterMark: bufferBytes,
    partHwm: bufferBytes,
  };
  return new Dicer(options);
}

interface Part {
  readonly declared: DeclaredFile;
  readonly bytes: Readable;
}

interface Parts {
  readonly part: Promise<Part>;
  /** Rejects as soon as the form is invalid or aborted. */
  readonly end: Promise<void>;
}

function partsOf(form: Dicer): Parts {
  const part = Promise.withResolvers<Part>();
  const end = Promise.withResolvers<void>();
  let count = 0;
  let isAnnounced = false;
  form.on('part', (bytes) => {
    // The reader of a part notices its failure; an unexpected part has no reader.
    bytes.on('error', () => undefined);
    count += 1;
    if (count > 1) return end.reject(refusedForm(oneFileOnly));
    bytes.on('header', (headers: object) => {
      isAnnounced = true;
      try {
        // The parser's type for headers only says that it is an object.
        part.resolve({ declared: declaredFile(headers as PartHeaders), bytes });
      } catch (error) {
        end.reject(error);
      }
    });
  });
  form.on('finish', () => end.resolve());
  // A part that ends before its header does is never reported.
  form.on('prefinish', () => setImmediate(() => isAnnounced || end.reject(refusedForm(oneFileOnly))));
  form.on('error', () =>
    end.reject(refusedForm('The form does not end with the boundary that its Content-Type names.')),
  );
  form.on('close', () => end.reject(new Error('The form was given up.')));
  // Both are awaited, but perhaps not yet when they fail.
  end.promise.catch(() => undefined);
  return { part: part.promise, end: end.promise };
}

/** A slower sender would occupy a place for hours. */
const paceBytesPerMs = 1;

/** Writes the body into the form, no faster than it is read; resolves when both have ended. */
export async function feed(
  request: IncomingMessage,
  form: Writable,
  end: Promise<void>,
  limits: UploadLimits,
): Promise<void> {
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => undefined);
  let length = 0;
  let lengthBefore = 0;
  const count = (chunk: Buffer) => {
    length += chunk.length;
    if (length > limits.bodyBytesMax) failure.reject(tooLarge(limits));
  };
  const lost = (error?: unknown) => {
    if (error instanceof Problem) failure.reject(error);
    else if (!request.readableEnded) failure.reject(refusedForm('The form was not sent to its end.'));
  };
  const pace = setInterval(() => {
    const isSlow = (length - lengthBefore) / limits.silenceMs < paceBytesPerMs;
    // While we do not read, or have read everything, the sender is not slow.
    if (isSlow && !request.isPaused() && !request.readableEnded)
      failure.reject(refusedForm('The form must arrive with at least 1 KB per second.'));
    lengthBefore = length;
  }, limits.silenceMs);
  request.on('data', count).on('error', lost).on('close', lost);
  // A client that disconnected while it waited emits no further event.
  if (request.destroyed) lost();
  request.pipe(form);
  try {
    await Promise.race([end, failure.promise]);
    // Data after the last boundary is ignored but must be read.
    request.resume();
    if (!request.readableEnded) await Promise.race([once(request, 'end'), failure.promise]);
  } finally {
    clearInterval(pace);
    request.unpipe(form).off('data', count).off('close', lost);
  }
}

interface Findings {
  size: number;
  readonly hash: Hash;
  /** The type of the content, if it was read. */
  type: FileType | undefined;
  /** The reason why the bytes failed. */
  failure: unknown;
}

/** The bytes unchanged: measured, compared with their type, and held back at the end until everything is valid. */
async function* inspected(
  bytes: AsyncIterable<Buffer>,
  { contentType }: DeclaredFile,
  whole: Promise<void>,
  found: Findings,
): AsyncGenerator<Buffer, void, undefined> {
  /** Held back until the content is identified; null: it is. */
  let beginning: Buffer[] | null = [];
  const check = async (sample: Buffer[]) => {
    const judged = await judgedContent(contentType, Buffer.concat(sample));
    if ('error' in judged) throw refusedForm(judged.error);
    found.type = judged.type;
  };
  try {
    for await (const chunk of bytes) {
      found.size += chunk.length;
      found.hash.update(chunk);
      if (beginning === null) {
        yield chunk;
        continue;
      }
      beginning.push(chunk);
      if (found.size < sampleBytes) continue;
      await check(beginning);
      yield* beginning;
      beginning = null;
    }
    await whole;
    if (found.size === 0) throw refusedForm('The file is empty.');
    if (beginning === null) return;
    await check(beginning);
    yield* beginning;
  } catch (error) {
    // The reader of a part only learns that it broke off; the whole form knows why.
    found.failure =
      error instanceof Problem
        ? error
        : await whole.then(
            () => error,
            (failure: unknown) => failure,
          );
    throw found.failure;
  }
}

/** A response may be lost on a connection whose other end is not read, so the rest is read and dropped. */
export function discardRest(request: IncomingMessage, bytesMax: number): void {
  let length = 0;
  request.on('error', () => undefined);
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > bytesMax) request.destroy();
  });
  request.resume();
}
