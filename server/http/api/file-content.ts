/**
 * Reads a resource with bytes: its JSON, its bytes, or a reduced image. A stored file requires the token of a link; a
 * view of it (a portrait) requires access to the view.
 */
import { Readable } from 'node:stream';
import { isRunnableType } from '@muster/contract/file-types.ts';
import { imageSides } from '@muster/contract/limits.ts';
import { detail } from '@muster/contract/messages.ts';
import { encodeExtended, format } from 'content-disposition';
import { unexpiredOf } from '../../behaviours.ts';
import { previewSide } from '../../files/preview.ts';
import { BytesAltered } from '../../files/sealed-bytes.ts';
import { BytesMissing } from '../../files/storage.ts';
import type { Session } from '../../platform/database/database.ts';
import { type Content, findContent } from '../../platform/store/content.ts';
import type { JsonObject } from '../../platform/verbs/body.ts';
import { parsed } from '../../platform/verbs/standard.ts';
import { addError, type FieldErrors, noErrors, noSuchResource, Problem, throwIfAny } from '../../problem.ts';
import { type Include, includeOf } from '../query/include.ts';
import { type Parameters, parametersOf } from '../query/parameters.ts';
import { names } from '../response/etag.ts';
import { acceptedForm, type Form } from '../response/negotiation.ts';
import { type Answer, type Streamed, untrustedBytesHeaders } from '../response/response.ts';
import { findNaming } from './file-links.ts';
import { rowAnswer } from './read-steps.ts';
import { noteContent } from './reads.ts';
import type { RequestContext } from './request-context.ts';

const dispositions = ['json', 'inline', 'attachment'] as const;

type Disposition = (typeof dispositions)[number];

interface ContentQuery {
  readonly include: Include;
  readonly token: string | undefined;
  readonly disposition: Disposition | undefined;
  /** The side of the square that a reduced image fits into, in pixels. */
  readonly size: number | undefined;
}

export async function readContent(context: RequestContext): Promise<Answer | Streamed> {
  const { resource, request } = context;
  const errors = noErrors();
  const query = queryIn(context, parametersOf(request.url, errors), errors);
  throwIfAny(errors);
  const session = context.session();
  const { content, namedBy } = await contentFor(session, context, query.token);
  const { disposition } = query;
  const form =
    disposition === undefined ? acceptedForm(request.headers.accept, content.contentType) : formOf[disposition];
  if (form === 'json') return rowAnswer(context, content, query.include);
  const shownAs = disposition === 'inline' || resource.content === 'shown' ? 'inline' : 'attachment';
  const side = query.size ?? (form === 'image' && resource.content === 'kept' ? previewSide.default : undefined);
  try {
    return await bytesOf(context, content, namedBy, shownAs, side);
  } catch (error) {
    const isGone = error instanceof BytesMissing && !(await findContent(session, resource, content.id, []));
    if (isGone) throw noSuchResource(resource.type, content.id);
    if (!(error instanceof BytesAltered)) throw error;
    throw new Problem('internal', detail('contentUnreadable'), { cause: error });
  }
}

const formOf: Readonly<Record<Disposition, Form>> = { json: 'json', inline: 'bytes', attachment: 'bytes' };

function queryIn({ resource }: RequestContext, parameters: Parameters, errors: FieldErrors): ContentQuery {
  const isKept = resource.content === 'kept';
  const known = ['include', ...(isKept ? ['token', 'disposition'] : ['size'])];
  for (const name of parameters.keys()) {
    if (!known.includes(name)) {
      addError(errors, name, `This parameter is not known here. Allowed: ${known.join(', ')}.`);
    }
  }
  const one = (name: string): string | undefined => {
    const values = known.includes(name) ? parameters.get(name) : undefined;
    if (values && values.length > 1) addError(errors, name, 'Must be given once.');
    return values?.[0];
  };
  const token = one('token');
  if (isKept && !token)
    addError(errors, 'token', 'Is needed: read the address from the links of what refers to the file.');
  const asked = one('disposition');
  const disposition = dispositions.find((word) => word === asked);
  if (asked !== undefined && !disposition)
    addError(errors, 'disposition', `Must be one of: ${dispositions.join(', ')}.`);
  return { include: includeOf(parameters, errors), token, disposition, size: sizeIn(one('size'), errors) };
}

function sizeIn(text: string | undefined, errors: FieldErrors): number | undefined {
  if (text === undefined) return undefined;
  const size = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  const { min, max } = imageSides;
  if (size < min || size > max) addError(errors, 'size', `Must be a whole number from ${min} to ${max}.`);
  return size;
}

interface LinkedContent {
  readonly content: Content;
  /** What refers to it: the resource of the link, or the view itself. */
  readonly namedBy: JsonObject;
}

async function contentFor(
  session: Session,
  context: RequestContext,
  token: string | undefined,
): Promise<LinkedContent> {
  const { resource, caller } = context;
  const { id } = context;
  // The token alone grants access to a file.
  const conditions = resource.content === 'kept' ? unexpiredOf(resource, () => session) : context.access().conditions;
  const content = await findContent(session, resource, id, conditions);
  if (!content) throw noSuchResource(resource.type, id);
  if (resource.content !== 'kept') return { content, namedBy: parsed(content, caller.baseUrl) };
  const use = context.dependencies.fileLinkSigner.read(caller, id, token ?? '', session.machineNow);
  const namedBy = use && (await findNaming(session, caller, id, use));
  if (!namedBy) throw new Problem('forbidden', detail('fileTokenRefused'));
  return { content, namedBy };
}

/** In ASCII for every client, and in UTF-8 for those that support it. */
const namesOf = (fileName: string): Record<string, string> => ({
  filename: fileName.replace(/[^\x20-\x7e]/gu, '?'),
  'filename*': encodeExtended(fileName),
});

async function bytesOf(
  context: RequestContext,
  content: Content,
  namedBy: JsonObject,
  shownAs: 'inline' | 'attachment',
  side: number | undefined,
): Promise<Answer | Streamed> {
  const { caller, request, dependencies } = context;
  const place = { accountId: caller.accountId, fileId: content.id };
  const reduced = side === undefined ? null : await dependencies.files.preview(place, content, side);
  // The bytes of an id never change.
  const etag = `W/"${content.id}${reduced ? `-${reduced.side}` : ''}"`;
  const held = request.headers['if-none-match'];
  if (held !== undefined && names(held, etag))
    return { status: 304, headers: { ...untrustedBytesHeaders, etag }, body: null };
  const contentType = reduced?.contentType ?? content.contentType;
  const headers = {
    ...untrustedBytesHeaders,
    etag,
    'content-type': contentType,
    'content-length': String(reduced?.bytes.length ?? content.size),
    'content-disposition': format({
      type: isRunnableType(contentType) ? 'attachment' : shownAs,
      parameters: namesOf(content.fileName),
    }),
  };
  if (!reduced) noteContent(context, namedBy);
  const stream = async () => (reduced ? Readable.from([reduced.bytes]) : dependencies.files.read(place));
  return { status: 200, headers, stream: request.method === 'HEAD' ? Readable.from([]) : await stream() };
}
