/**
 * Writes the archive of one person: a ZIP file, made while it is stored, so that memory does not depend on its size. All
 * rows are of one snapshot. Files are read after it, because a slow storage must not hold a transaction open.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { readEntries } from '@muster/contract/administration/read-entries.ts';
import type { Language } from '@muster/contract/languages.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { type FileAbout, filesAbout } from '../files/file-verbs.ts';
import type { KeptFiles } from '../files/kept-files.ts';
import { BytesAltered } from '../files/sealed-bytes.ts';
import { BytesMissing } from '../files/storage.ts';
import { type Zip, zip } from '../files/zip.ts';
import type { Database, Session } from '../platform/database/database.ts';
import { addressMark } from '../platform/store/address.ts';
import type { JsonObject } from '../platform/verbs/body.ts';
import { families, namedIn, recordedFamilies, rowsOf, versionsAbout } from './families.ts';
import { labelsIn } from './labels.ts';
import { namesFor } from './names.ts';
import { pageOf } from './page.ts';
import { readsAbout } from './reads-about.ts';

export interface ArchiveOrder {
  readonly database: Database;
  readonly files: KeptFiles;
  readonly accountId: string;
  readonly account: string;
  readonly baseUrl: string;
  readonly employeeId: string;
  readonly language: Language;
  /** After each part; throws if the work must stop. */
  readonly onPart: () => Promise<void>;
}

export interface StoredArchive {
  readonly bytes: number;
  readonly sha256: string;
}

/** Makes the archive and stores its bytes under this id. */
export async function storeArchive(order: ArchiveOrder, fileId: string): Promise<StoredArchive> {
  const out = new PassThrough();
  const hash = createHash('sha256');
  let bytes = 0;
  const emit = async (chunk: Buffer): Promise<void> => {
    if (chunk.length === 0) return;
    hash.update(chunk);
    bytes += chunk.length;
    if (out.destroyed) throw new Error('The storage has given up.');
    // A storage that fails closes the stream, which then never drains.
    if (!out.write(chunk)) await Promise.race([once(out, 'drain'), once(out, 'close')]);
  };
  const storing = order.files.store({ accountId: order.accountId, fileId }, out);
  // Waited for below, also if making fails.
  storing.catch(() => out.destroy());
  try {
    await writeParts(order, emit);
    out.end();
  } catch (error) {
    out.destroy(error as Error);
    // What the storage says is the reason, unless it only repeats this error.
    await storing.catch(() => undefined);
    throw error;
  }
  await storing;
  return { bytes, sha256: hash.digest('hex') };
}

type Emit = (chunk: Buffer) => Promise<void>;

/** A file with its place in the archive. */
interface PlacedFile extends FileAbout {
  readonly path: string;
}

async function writeParts(order: ArchiveOrder, emit: Emit): Promise<void> {
  const { database, accountId, onPart } = order;
  const archive = zip();
  const files = await database.snapshot(accountId, (session) => writeRows(order, session, archive, emit));
  await writeFiles(order, files, archive, emit);
  await onPart();
  await emit(await archive.end());
}

async function writePart(archive: Zip, emit: Emit, name: string, texts: AsyncIterable<string | Buffer>): Promise<void> {
  await emit(await archive.part(name));
  for await (const text of texts) await emit(await archive.write(text));
}

async function writeRows(order: ArchiveOrder, session: Session, archive: Zip, emit: Emit): Promise<PlacedFile[]> {
  const { employeeId, baseUrl, account, language, onPart } = order;
  const closed = (text: string) => `${text.replaceAll(addressMark, baseUrl)}}`;
  const part = async (name: string, texts: AsyncIterable<string>) => {
    await writePart(archive, emit, name, texts);
    await onPart();
  };
  const files = placed(await filesAbout(session, employees.type, employeeId));
  const shown = {
    labels: labelsIn(language),
    names: namesFor(session, language),
    filePaths: new Map(files.map(({ id, path }) => [id, path])),
  };
  const parse = (text: string): JsonObject => JSON.parse(closed(text));
  await part('index.html', pageOf({ session, employeeId, account, now: session.now, shown, files, parse }));
  for (const resource of families) {
    await part(`data/${resource.path}.json`, list(rowsOf(session, resource, employeeId), closed));
  }
  for (const resource of recordedFamilies) {
    const texts = versionTexts(session, resource, employeeId, closed);
    await writePart(
      archive,
      emit,
      `versions/${resource.path}.json`,
      list(texts, (text) => text),
    );
  }
  await onPart();
  await part(`${readEntries.path}.json`, list(readsAbout(session, employeeId), asText));
  await part('named-in.json', list(namedIn(session, employeeId), asText));
  return files;
}

const asText = (value: unknown): string => JSON.stringify(value);

async function* versionTexts(
  session: Session,
  resource: (typeof recordedFamilies)[number],
  employeeId: string,
  closed: (text: string) => string,
): AsyncGenerator<string[]> {
  for await (const { id, texts } of versionsAbout(session, resource, employeeId)) {
    const subject = JSON.stringify({ resource: { id, type: resource.type } }).slice(0, -1);
    yield texts.map((text) => `${subject},${closed(text).slice(1)}`);
  }
}

/** A JSON array, one element a line. */
async function* list<T>(pages: AsyncIterable<readonly T[]>, textOf: (one: T) => string): AsyncGenerator<string> {
  yield '[';
  let between = '\n';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield between + page.map(textOf).join(',\n');
    between = ',\n';
  }
  yield '\n]\n';
}

/** The bytes of files, and what is known of each. One whose bytes are lost does not keep the others back. */
async function writeFiles(
  { accountId, files: kept }: ArchiveOrder,
  files: readonly PlacedFile[],
  archive: Zip,
  emit: Emit,
): Promise<void> {
  const known: JsonObject[] = [];
  for (const { path, ...file } of files) {
    const stream = await kept.read({ accountId, fileId: file.id }).catch((error: unknown) => {
      if (error instanceof BytesMissing || error instanceof BytesAltered) return null;
      throw error;
    });
    known.push({ ...file, path: stream && path });
    if (!stream) continue;
    try {
      await writePart(archive, emit, path, stream);
    } finally {
      stream.destroy();
    }
  }
  await writePart(archive, emit, 'files.json', list(inOnePage(known), asText));
}

async function* inOnePage<T>(page: readonly T[]): AsyncGenerator<readonly T[]> {
  yield page;
}

const nameCharactersMax = 100;

/** Numbered, because two files may have one name. Characters that some file systems refuse are replaced. */
const placed = (files: readonly FileAbout[]): PlacedFile[] =>
  files.map((file, index) => {
    const name = file.fileName
      .replace(/[\p{C}<>:"/\\|?*]/gu, '_')
      .replace(/^[. ]+|[. ]+$/g, '_')
      .slice(-nameCharactersMax)
      .toWellFormed();
    return { ...file, path: `files/${index + 1}-${name}` };
  });
