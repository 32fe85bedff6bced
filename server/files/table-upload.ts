/**
 * A file of rows as the body of a request, or as the file of a form with fields before it. Passed on as it arrives and
 * never complete in memory. Its encoding and its first line are checked on the way; a consumer stores nothing if the
 * stream fails.
 */
import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { detail } from '@muster/contract/messages.ts';
import { invalid, Problem } from '../problem.ts';
import { discardRest, feed, tooLarge, type UploadLimits } from './multipart.ts';

/** What is known before the first byte of the file. */
export interface OpenedTable {
  /** Of a form: the fields before the file. */
  readonly fields: ReadonlyMap<string, string>;
  readonly fileName: string | null;
  /** In lower case, without parameters. */
  readonly mediaType: string;
}

/** Checks the beginning of the file, which contains its first line. */
export type CheckHead = (head: Buffer) => Promise<void>;

/** Refuses the file by what is known of it, or returns the check of its beginning. */
export type OpenTable = (opened: OpenedTable) => CheckHead | Promise<CheckHead>;

export interface ReceivedTable extends OpenedTable {
  readonly size: number;
  readonly sha256: Buffer;
}

export const formType = 'multipart/form-data';

interface Arriving extends OpenedTable {
  readonly bytes: Readable;
}

interface Source {
  readonly writable: Writable;
  readonly file: Promise<Arriving>;
  /** Resolves when everything has been parsed; rejects as soon as it is invalid. */
  readonly end: Promise<void>;
}

export async function receiveTable(
  request: IncomingMessage,
  limits: UploadLimits,
  open: OpenTable,
  store: (bytes: AsyncIterable<Buffer>) => Promise<void>,
): Promise<ReceivedTable> {
  const mediaType = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const source = mediaType === formType ? formOf(request) : bodyOf(mediaType);
  if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytesMax) throw tooLarge(limits);
  const whole = feed(request, source.writable, source.end, limits);
  const found: Findings = { size: 0, hash: createHash('sha256'), failure: undefined };
  try {
    const { bytes, ...opened } = await Promise.race([
      source.file,
      whole.then(() => Promise.reject(refused('The form must hold one file.'))),
    ]);
    // A later error of the form is also an error of the file.
    whole.catch((error: Error) => bytes.destroy(error));
    const checkHead = await open(opened);
    await store(checked(bytes, checkHead, whole, found));
    await whole;
    return { ...opened, size: found.size, sha256: found.hash.digest() };
  } catch (error) {
    whole.catch(() => undefined);
    source.writable.destroy();
    discardRest(request.unpipe(source.writable), limits.bodyBytesMax);
    // A storage may wrap the original error.
    throw found.failure ?? error;
  }
}

const refused = (message: string) => invalid({ $: [message] });

function bodyOf(mediaType: string): Source {
  const bytes = new PassThrough();
  const end = Promise.withResolvers<void>();
  bytes.on('finish', () => end.resolve());
  bytes.on('error', (error) => end.reject(error));
  bytes.on('close', () => end.reject(new Error('The body was given up.')));
  end.promise.catch(() => undefined);
  const file = Promise.resolve({ fields: new Map<string, string>(), fileName: null, mediaType, bytes });
  return { writable: bytes, file, end: end.promise };
}

const fieldBytesMax = 1000;
const fieldsMax = 10;

function formOf(request: IncomingMessage): Source {
  const file = Promise.withResolvers<Arriving>();
  const end = Promise.withResolvers<void>();
  const fields = new Map<string, string>();
  const form = parserOf(request);
  let isArriving = false;
  form.on('field', (name, value, isNameCut, isValueCut) => {
    if (isArriving) end.reject(invalid({ [name]: ['Must stand before the file.'] }));
    else if (isNameCut || isValueCut) end.reject(invalid({ [name]: [`Must have at most ${fieldBytesMax} bytes.`] }));
    else if (fields.has(name)) end.reject(invalid({ [name]: ['Must be given once.'] }));
    else fields.set(name, value);
  });
  form.on('file', (_, bytes, fileName, __, type) => {
    // The reader of the file notices its failure.
    bytes.on('error', () => undefined);
    isArriving = true;
    file.resolve({ fields, fileName: cleanName(fileName), mediaType: type.toLowerCase(), bytes });
  });
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    form.on(limit, () => end.reject(refused('The form must hold one file, and the fields before it.')));
  }
  form.on('finish', () => end.resolve());
  form.on('error', () => end.reject(refused('The form does not end with the boundary that its Content-Type names.')));
  form.on('close', () => end.reject(new Error('The form was given up.')));
  end.promise.catch(() => undefined);
  return { writable: form, file: file.promise, end: end.promise };
}

function parserOf({ headers }: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      // The media type was read from this header.
      headers: headers as BusboyHeaders,
      limits: { fieldNameSize: 100, fieldSize: fieldBytesMax, fields: fieldsMax, files: 1, parts: fieldsMax + 1 },
    });
  } catch {
    throw invalid({ 'Content-Type': ['Must name the boundary between the parts.'] });
  }
}

const nameCharactersMax = 255;

/** Without folders and control characters; null if nothing is left. */
function cleanName(sent: string | undefined): string | null {
  const name = (sent ?? '')
    .replace(/^.*[/\\]/s, '')
    .replace(/\p{C}/gu, '')
    .trim();
  return name === '' ? null : [...name].slice(0, nameCharactersMax).join('');
}

interface Findings {
  size: number;
  readonly hash: Hash;
  /** The reason why the bytes failed. */
  failure: unknown;
}

/** A first line that is longer is no header. */
const headBytesMax = 1_000_000;

/** The bytes unchanged, once their beginning is checked; the end is held back until everything is valid. */
async function* checked(
  bytes: AsyncIterable<Buffer>,
  checkHead: CheckHead,
  whole: Promise<void>,
  found: Findings,
): AsyncGenerator<Buffer, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let head: Buffer[] | null = [];
  try {
    for await (const chunk of bytes) {
      found.size += chunk.length;
      found.hash.update(chunk);
      decoder.decode(chunk, { stream: true });
      if (head === null) {
        yield chunk;
        continue;
      }
      head.push(chunk);
      if (!chunk.includes(0x0a) && found.size < headBytesMax) continue;
      await checkHead(Buffer.concat(head));
      yield* head;
      head = null;
    }
    decoder.decode();
    await whole;
    if (found.size === 0) throw refused('The file is empty.');
    if (head === null) return;
    await checkHead(Buffer.concat(head));
    yield* head;
  } catch (error) {
    found.failure = await reasonOf(error, whole);
    throw found.failure;
  }
}

/** The reader of a part only learns that it broke off; the whole form knows why. */
async function reasonOf(error: unknown, whole: Promise<void>): Promise<unknown> {
  if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return refused('The file must be encoded in UTF-8.');
  }
  if (error instanceof Problem) return error;
  return whole.then(
    () => error,
    (failure: unknown) => failure,
  );
}

export const unsupportedType = (types: readonly string[]): Problem =>
  new Problem('unsupported-media-type', detail('unsupportedMediaType', { types: types.join(', ') }));
