/**
 * Reads a resource with bytes: its JSON, its bytes, or a reduced image. A stored file requires the token of a link; a
 * view of it (a portrait) requires access to the view.
 */
import { Readable } from 'node:stream';
import { isRunnableType } from '@muster/contract/file-types.ts';
import { imageSides } from '@muster/contract/limits.ts';
import { detail } from '@muster/contract/messages.ts';
import { encodeExtended, format } from 'content-disposition';
import type { Session } from '../database/database.ts';
import { previewSide } from '../files/preview.ts';
import { BytesAltered } from '../files/sealed-bytes.ts';
import { BytesMissing } from '../files/storage.ts';
import { complain, type FieldErrors, noErrors, noSuchResource, Problem, throwIfAny } from '../problem.ts';
import { type Content, findContent } from '../store/content.ts';
import type { Answer, Streamed } from './answer.ts';
import { names } from './etag.ts';
import { isStillNamed } from './file-links.ts';
import { type Include, includeOf } from './include.ts';
import { acceptedForm, type Form } from './negotiation.ts';
import { oneAnswer, type Surroundings } from './operations.ts';
import { type Parameters, parametersOf } from './parameters.ts';
import { idOf, sightOf, type Visit } from './visit.ts';

const dispositions = ['json', 'inline', 'attachment'] as const;

type Disposition = (typeof dispositions)[number];

interface Question {
  readonly include: Include;
  readonly token: string | undefined;
  readonly disposition: Disposition | undefined;
  /** The side of the square that a reduced image fits into, in pixels. */
  readonly size: number | undefined;
}

export async function readContent(around: Surroundings, visit: Visit): Promise<Answer | Streamed> {
  const { resource, caller, request } = visit;
  const errors = noErrors();
  const question = questionIn(visit, parametersOf(request.url, errors), errors);
  throwIfAny(errors);
  const session = around.database.session(caller.accountId);
  const content = await contentFor(around, session, visit, question.token);
  const { disposition } = question;
  const form =
    disposition === undefined ? acceptedForm(request.headers.accept, content.contentType) : formOf[disposition];
  if (form === 'json') return oneAnswer(around, session, visit, content, question.include);
  const shownAs = disposition === 'inline' || resource.content === 'shown' ? 'inline' : 'attachment';
  const side = question.size ?? (form === 'image' && resource.content === 'kept' ? previewSide.default : undefined);
  try {
    return await bytesOf(around, visit, content, shownAs, side);
  } catch (error) {
    const isGone = error instanceof BytesMissing && !(await findContent(session, resource, content.id, []));
    if (isGone) throw noSuchResource(resource.type, content.id);
    if (!(error instanceof BytesAltered)) throw error;
    throw new Problem('internal', detail('contentUnreadable'), { cause: error });
  }
}

const formOf: Readonly<Record<Disposition, Form>> = { json: 'json', inline: 'bytes', attachment: 'bytes' };

function questionIn({ resource }: Visit, parameters: Parameters, errors: FieldErrors): Question {
  const isKept = resource.content === 'kept';
  const known = ['include', ...(isKept ? ['token', 'disposition'] : ['size'])];
  for (const name of parameters.keys()) {
    if (!known.includes(name)) {
      complain(errors, name, `This parameter is not known here. Allowed: ${known.join(', ')}.`);
    }
  }
  const one = (name: string): string | undefined => {
    const values = known.includes(name) ? parameters.get(name) : undefined;
    if (values && values.length > 1) complain(errors, name, 'Must be given once.');
    return values?.[0];
  };
  const token = one('token');
  if (isKept && !token)
    complain(errors, 'token', 'Is needed: read the address from the links of what refers to the file.');
  const asked = one('disposition');
  const disposition = dispositions.find((word) => word === asked);
  if (asked !== undefined && !disposition)
    complain(errors, 'disposition', `Must be one of: ${dispositions.join(', ')}.`);
  return { include: includeOf(parameters, errors), token, disposition, size: sizeIn(one('size'), errors) };
}

function sizeIn(text: string | undefined, errors: FieldErrors): number | undefined {
  if (text === undefined) return undefined;
  const size = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  const { min, max } = imageSides;
  if (size < min || size > max) complain(errors, 'size', `Must be a whole number from ${min} to ${max}.`);
  return size;
}

async function contentFor(
  around: Surroundings,
  session: Session,
  visit: Visit,
  token: string | undefined,
): Promise<Content> {
  const { resource, caller } = visit;
  const id = idOf(visit);
  // The token alone grants access to a file.
  const conditions = resource.content === 'kept' ? [] : sightOf(visit).conditions;
  const content = await findContent(session, resource, id, conditions);
  if (!content) throw noSuchResource(resource.type, id);
  if (resource.content === 'kept') {
    const use = around.fileSeal.read(caller, id, token ?? '', session.machineNow);
    if (!use || !(await isStillNamed(session, caller, id, use))) {
      throw new Problem('forbidden', detail('fileTokenRefused'));
    }
  }
  return content;
}

/** Uploaded content is untrusted: it never runs, its type is never guessed, and no cache stores it. */
const guarded = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-store',
  'accept-ranges': 'none',
};

/** In ASCII for every client, and in UTF-8 for those that support it. */
const namesOf = (fileName: string): Record<string, string> => ({
  filename: fileName.replace(/[^\x20-\x7e]/gu, '?'),
  'filename*': encodeExtended(fileName),
});

async function bytesOf(
  around: Surroundings,
  { caller, request }: Visit,
  content: Content,
  shownAs: 'inline' | 'attachment',
  side: number | undefined,
): Promise<Answer | Streamed> {
  const place = { accountId: caller.accountId, fileId: content.id };
  const reduced = side === undefined ? null : await around.files.preview(place, content, side);
  // The bytes of an id never change.
  const etag = `W/"${content.id}${reduced ? `-${reduced.side}` : ''}"`;
  const held = request.headers['if-none-match'];
  if (held !== undefined && names(held, etag)) return { status: 304, headers: { ...guarded, etag }, body: null };
  const contentType = reduced?.contentType ?? content.contentType;
  const headers = {
    ...guarded,
    etag,
    'content-type': contentType,
    'content-length': String(reduced?.bytes.length ?? content.size),
    'content-disposition': format({
      type: isRunnableType(contentType) ? 'attachment' : shownAs,
      parameters: namesOf(content.fileName),
    }),
  };
  const stream = async () => (reduced ? Readable.from([reduced.bytes]) : around.files.read(place));
  return { status: 200, headers, stream: request.method === 'HEAD' ? Readable.from([]) : await stream() };
}
