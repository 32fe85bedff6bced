/**
 * The one file of a multipart form, handed on while it arrives and never whole in memory. The bytes end only after the
 * whole form was found in order: anyone who keeps them needs no other sign that they are complete, and keeps nothing when
 * they fail.
 */
import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable, WritableOptions } from 'node:stream';
import { MIMEType } from 'node:util';
import { Dicer } from '@fastify/busboy';
import { detail } from '@muster/contract/messages.ts';
import { invalid, Problem } from '../problem.ts';
import { contradiction, sampleBytes } from './sniff.ts';
import { type DeclaredFile, declaredFile, oneFileOnly, type PartHeaders, refusedForm } from './uploaded-name.ts';

export interface UploadLimits {
  readonly bodyBytesMax: number;
  /** How often the pace of the sender is looked at; anyone who sends nothing is given up after this. */
  readonly silenceMs: number;
}

export interface ReceivedFile extends DeclaredFile {
  readonly size: number;
  readonly sha256: Buffer;
}

/** Keeps the bytes, reading them to their end; whatever it keeps is gone when they fail. */
export type Sink = (bytes: AsyncIterable<Buffer>, declared: DeclaredFile) => Promise<void>;

export async function receiveUpload(request: IncomingMessage, limits: UploadLimits, sink: Sink): Promise<ReceivedFile> {
  const form = parserOf(boundaryOf(request.headers));
  if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytesMax) throw tooLarge(limits);
  const { part, end } = partsOf(form);
  const whole = feed(request, form, end, limits);
  const found: Findings = { size: 0, hash: createHash('sha256'), fault: undefined };
  try {
    const { declared, bytes } = await Promise.race([part, whole.then(() => Promise.reject(refusedForm(oneFileOnly)))]);
    // What is wrong with the form further on is what is wrong with the file.
    whole.catch((error: Error) => bytes.destroy(error));
    await sink(inspected(bytes, declared, whole, found), declared);
    await whole;
    return { ...declared, size: found.size, sha256: found.hash.digest() };
  } catch (error) {
    form.destroy();
    discardRest(request.unpipe(form), limits.bodyBytesMax);
    // A sink may wrap what the bytes failed of in an error of its own.
    throw found.fault ?? error;
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

const tooLarge = ({ bodyBytesMax }: UploadLimits) =>
  new Problem('content-too-large', detail('contentTooLarge', { limit: bodyBytesMax / 1_000_000 }), {
    headers: { connection: 'close' },
  });

const bufferBytes = 16_384;

function parserOf(boundary: string): Dicer {
  const options: Dicer.Config & WritableOptions & { partHwm: number } = {
    boundary,
    // It would otherwise be closed when it has got everything, while the last of it may still wait to be read.
    autoDestroy: false,
    // Less than what comes from a connection at once: one such chunk is held, not two.
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
  /** Fails as soon as the form is found to be wrong, or is given up. */
  readonly end: Promise<void>;
}

function partsOf(form: Dicer): Parts {
  const part = Promise.withResolvers<Part>();
  const end = Promise.withResolvers<void>();
  let count = 0;
  let isAnnounced = false;
  form.on('part', (bytes) => {
    // One that fails is noticed by anyone who reads it; nobody reads one that should not be there.
    bytes.on('error', () => undefined);
    count += 1;
    if (count > 1) return end.reject(refusedForm(oneFileOnly));
    bytes.on('header', (headers: object) => {
      isAnnounced = true;
      try {
        // What the parser makes of a header; its own type says no more than that it is an object.
        part.resolve({ declared: declaredFile(headers as PartHeaders), bytes });
      } catch (error) {
        end.reject(error);
      }
    });
  });
  form.on('finish', () => end.resolve());
  // A part that ends before its header does is never heard of.
  form.on('prefinish', () => setImmediate(() => isAnnounced || end.reject(refusedForm(oneFileOnly))));
  form.on('error', () =>
    end.reject(refusedForm('The form does not end with the boundary that its Content-Type names.')),
  );
  form.on('close', () => end.reject(new Error('The form was given up.')));
  // Both are awaited, but perhaps not yet when they fail.
  end.promise.catch(() => undefined);
  return { part: part.promise, end: end.promise };
}

/** Anyone who sends less takes a place from others for hours. */
const paceBytesPerMs = 1;

/** Puts the body into the form, no faster than it is read from there; done when both have come to their end. */
async function feed(request: IncomingMessage, form: Dicer, end: Promise<void>, limits: UploadLimits): Promise<void> {
  const fault = Promise.withResolvers<never>();
  fault.promise.catch(() => undefined);
  let length = 0;
  let lengthBefore = 0;
  const count = (chunk: Buffer) => {
    length += chunk.length;
    if (length > limits.bodyBytesMax) fault.reject(tooLarge(limits));
  };
  const lost = (error?: unknown) => {
    if (error instanceof Problem) fault.reject(error);
    else if (!request.readableEnded) fault.reject(refusedForm('The form was not sent to its end.'));
  };
  const pace = setInterval(() => {
    const isSlow = (length - lengthBefore) / limits.silenceMs < paceBytesPerMs;
    // While we do not read, or have read it all, it is not the sender who is slow.
    if (isSlow && !request.isPaused() && !request.readableEnded)
      fault.reject(refusedForm('The form must arrive with at least 1 KB per second.'));
    lengthBefore = length;
  }, limits.silenceMs);
  request.on('data', count).on('error', lost).on('close', lost);
  // Who hung up while waiting for its turn will not do so again.
  if (request.destroyed) lost();
  request.pipe(form);
  try {
    await Promise.race([end, fault.promise]);
    // What follows the last boundary counts for nothing, but has to be read.
    request.resume();
    if (!request.readableEnded) await Promise.race([once(request, 'end'), fault.promise]);
  } finally {
    clearInterval(pace);
    request.unpipe(form).off('data', count).off('close', lost);
  }
}

interface Findings {
  size: number;
  readonly hash: Hash;
  /** Why the bytes came to no good end. */
  fault: unknown;
}

/** The bytes as they are: measured, held against their type, and held back at their end until all is in order. */
async function* inspected(
  bytes: AsyncIterable<Buffer>,
  { contentType }: DeclaredFile,
  whole: Promise<void>,
  found: Findings,
): AsyncGenerator<Buffer, void, undefined> {
  /** Held back until they tell what the content is; null: they have. */
  let beginning: Buffer[] | null = [];
  const check = async (sample: Buffer[]) => {
    const fault = await contradiction(contentType, Buffer.concat(sample));
    if (fault !== null) throw refusedForm(fault);
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
    // A reader of a part is only told that it broke off; why is known of the whole.
    found.fault =
      error instanceof Problem
        ? error
        : await whole.then(
            () => error,
            (fault: unknown) => fault,
          );
    throw found.fault;
  }
}

/** An answer may be lost on a connection whose other end is not being read, so the rest is let go by. */
function discardRest(request: IncomingMessage, bytesMax: number): void {
  let length = 0;
  request.on('error', () => undefined);
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > bytesMax) request.destroy();
  });
  request.resume();
}
