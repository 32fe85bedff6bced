/**
 * Creates an import: a file is stored, and its row says what to do with it. The answer comes once both are durable; a
 * worker does the rest. Bytes without a row are removed here or, if the outcome is unknown, by the clean-up.
 */

import { importables } from '@muster/contract/importables.ts';
import { scopesFor } from '@muster/contract/kit/resource.ts';
import { limits } from '@muster/contract/limits.ts';
import { detail } from '@muster/contract/messages.ts';
import { type ImportedCollection, importedCollections } from '@muster/contract/resources/imports.ts';
import { formType, type OpenedTable, type ReceivedTable, unsupportedType } from '../../files/table-upload.ts';
import { checkHeader, type FileFormat, UnreadableFile } from '../../imports/lines.ts';
import { enqueue } from '../../imports/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { uuidAt } from '../../platform/database/uuid.ts';
import { insert } from '../../platform/store/write.ts';
import { belongings } from '../../platform/verbs/belonging.ts';
import { addError, type FieldErrors, invalid, noErrors, Problem, throwIfAny } from '../../problem.ts';
import { type Include, includeOf } from '../query/include.ts';
import type { Parameters } from '../query/parameters.ts';
import type { Answer } from '../response/response.ts';
import { audited } from './audit-changes.ts';
import { checkKey, once, requestDigest } from './idempotency.ts';
import { acceptJson, queryOf } from './read-steps.ts';
import type { RequestContext } from './request-context.ts';
import { refuseCallerWithout } from './scope.ts';
import { withBytes } from './upload.ts';
import { written } from './write-steps.ts';

/** What the parameters, or the fields of a form, say. */
interface Said {
  readonly collection?: ImportedCollection;
  readonly isDryRun?: boolean;
}

interface Wanted {
  readonly collection: ImportedCollection;
  readonly isDryRun: boolean;
  readonly format: FileFormat;
}

export async function createFromFile(context: RequestContext): Promise<Answer> {
  const { caller, request, dependencies } = context;
  const { include, said } = queryOf(context, importQuery);
  acceptJson(context);
  const key = request.headers['idempotency-key'] as string | undefined;
  if (key !== undefined) checkKey(key);
  if (said.collection) refuseWithoutScope(context, said.collection);
  checkEncoding(context);
  const place = { accountId: caller.accountId, fileId: uuidAt(context.session().now) };
  let wanted: Wanted | undefined;
  const received = await context.deadline.excluding(
    dependencies.files.receiveTable(request.raw, caller.clientApplicationId, place, (opened) => {
      const order = wantedBy(context, said, opened);
      wanted = order;
      return (head) => checkHead(order, head);
    }),
  );
  return withBytes(dependencies.files, place, (isKept) =>
    answered(context, key, received, wanted as Wanted, async (tx) => {
      const answer = await queuedImport(tx, context, received, wanted as Wanted, place.fileId, include);
      isKept();
      return answer;
    }),
  );
}

function answered(
  { caller, request, dependencies, database }: RequestContext,
  key: string | undefined,
  received: ReceivedTable,
  wanted: Wanted,
  make: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return database.transaction(caller.accountId, make);
  const digest = requestDigest(request.url, identityOf(received, wanted));
  return once(database, caller, key, digest, make, (problem) => dependencies.refusalOf(problem, request, caller));
}

const knownParameters = ['include', 'collection', 'dryRun'];

function importQuery(parameters: Parameters, errors: FieldErrors): { include: Include; said: Said } {
  for (const name of parameters.keys()) {
    if (!knownParameters.includes(name)) addError(errors, name, unknownName(knownParameters));
  }
  const said = saidBy((name) => parameters.get(name), errors);
  return { include: includeOf(parameters, errors), said };
}

const unknownName = (known: readonly string[]) => `This parameter is not known here. Allowed: ${known.join(', ')}.`;

function saidBy(valuesOf: (name: string) => readonly string[] | undefined, errors: FieldErrors): Said {
  const collections = valuesOf('collection');
  const dryRuns = valuesOf('dryRun');
  const collection = importedCollections.find((name) => collections?.length === 1 && name === collections[0]);
  if (collections && !collection) addError(errors, 'collection', oneCollection);
  if (dryRuns && (dryRuns.length > 1 || !['true', 'false'].includes(dryRuns[0] ?? ''))) {
    addError(errors, 'dryRun', 'Must be true or false.');
  }
  return { ...(collection && { collection }), ...(dryRuns && { isDryRun: dryRuns[0] === 'true' }) };
}

const oneCollection = `Must be one of: ${importedCollections.join(', ')}.`;

/** A caller needs the right to create single rows too. */
const refuseWithoutScope = ({ caller }: RequestContext, collection: ImportedCollection): void =>
  refuseCallerWithout(scopesFor(importables[collection].resource, 'create'), caller);

const tableTypes = ({ resource }: RequestContext): readonly string[] => Object.keys(resource.fileBody?.types ?? {});

function checkEncoding(context: RequestContext): void {
  const { 'content-type': header = '', 'content-encoding': encoding = 'identity' } = context.request.headers;
  const type = header.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)"?/i.exec(header)?.[1]?.toLowerCase() ?? 'utf-8';
  const types = [...tableTypes(context), formType];
  if (!types.includes(type) || charset !== 'utf-8' || encoding.toLowerCase() !== 'identity')
    throw unsupportedType(types);
}

/** Fields of a form count like parameters; each may be given in one of the two places. */
function wantedBy(context: RequestContext, said: Said, { fields, fileName, mediaType }: OpenedTable): Wanted {
  const errors = noErrors();
  const names = Object.keys(context.resource.fileBody?.parameters ?? {});
  for (const name of fields.keys()) if (!names.includes(name)) addError(errors, name, unknownName(names));
  const inForm = saidBy((name) => (fields.has(name) ? [fields.get(name) ?? ''] : undefined), errors);
  const { collection, isDryRun = false } = { ...said, ...inForm };
  if (!collection && !errors.collection) {
    addError(errors, 'collection', `${oneCollection} Give it as a parameter, or as a field before the file.`);
  }
  const format = formatOf(fileName, mediaType);
  if (!format)
    addError(errors, '$', 'The file must be CSV (text/csv, .csv) or NDJSON (application/x-ndjson, .ndjson).');
  throwIfAny(errors);
  if (!collection || !format) throw new Error('A checked import lacks its collection or format.');
  refuseWithoutScope(context, collection);
  return { collection, isDryRun, format };
}

/** Maps, because senders choose the names: an object also has members such as `constructor`. */
const formats: ReadonlyMap<string, FileFormat> = new Map([
  ['text/csv', 'csv'],
  ['application/vnd.ms-excel', 'csv'],
  ['application/x-ndjson', 'ndjson'],
  ['application/jsonl', 'ndjson'],
]);
const extensions: ReadonlyMap<string, FileFormat> = new Map([
  ['csv', 'csv'],
  ['ndjson', 'ndjson'],
  ['jsonl', 'ndjson'],
]);

/** The name comes first: browsers send CSV under several types. */
function formatOf(fileName: string | null, mediaType: string): FileFormat | undefined {
  const extension = /\.([a-z]+)$/i.exec(fileName ?? '')?.[1]?.toLowerCase() ?? '';
  return extensions.get(extension) ?? formats.get(mediaType);
}

const columnCharactersMax = 100;
const columnsShownMax = 20;

async function checkHead({ collection, format }: Wanted, head: Buffer): Promise<void> {
  if (format !== 'csv') return;
  try {
    await checkHeader(importables[collection], head);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    if (error.columns.length === 0) throw invalid({ $: [error.message] });
    const errors = noErrors();
    for (const column of error.columns.slice(0, columnsShownMax))
      addError(errors, column.slice(0, columnCharactersMax) || '$', error.message);
    throw invalid(errors);
  }
}

/** The identity of an upload for idempotency: it excludes the boundary between the parts of a form. */
const identityOf = ({ fileName, sha256 }: ReceivedTable, wanted: Wanted): Buffer =>
  Buffer.from(JSON.stringify([fileName, wanted, sha256.toString('hex')]));

const openImports = statement(`
select count(*)::int as count from import_queue where account_id = $1`);

async function queuedImport(
  tx: Tx,
  context: RequestContext,
  { fileName, size }: ReceivedTable,
  { collection, isDryRun, format }: Wanted,
  fileId: string,
  include: Include,
): Promise<Answer> {
  const { resource, caller } = context;
  const [open] = await tx.run<{ count: number }>(openImports);
  if ((open?.count ?? 0) >= limits.importsOpenMax) throw tooMany();
  const row = await insert(tx, resource, {
    ...{ collection, isDryRun, fileFormat: format, fileName, fileId, status: 'waiting' },
    counts: { lines: 0, created: 0, updated: 0, unchanged: 0, failed: 0 },
    progress: { bytesDone: 0, bytes: size },
    clientId: caller.clientId,
    scopes: [...caller.scopes].join(' '),
    administratorId: caller.person?.administratorId ?? null,
    ...belongings(resource, context.access()),
  });
  await enqueue(tx, row.id);
  await audited(tx, context, 'created', null, row);
  return written(context, tx, row, include, 201);
}

const retrySeconds = 60;

const tooMany = () =>
  new Problem('too-many-requests', detail('tooManyRequests', { seconds: retrySeconds }), {
    headers: { 'retry-after': String(retrySeconds) },
  });
