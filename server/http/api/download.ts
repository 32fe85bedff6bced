/**
 * A further address of one row that answers stored bytes. Each download is in the audit log, written before the first byte
 * is sent, and in the log of reads.
 */
import { Readable } from 'node:stream';
import { contentMember } from '@muster/contract/kit/confidential.ts';
import { detail } from '@muster/contract/messages.ts';
import { format } from 'content-disposition';
import { BytesAltered } from '../../files/sealed-bytes.ts';
import { addError, type FieldErrors, noErrors, Problem, throwIfAny } from '../../problem.ts';
import { addMembers } from '../../reads/shown.ts';
import { type Parameters, parametersOf } from '../query/parameters.ts';
import { acceptedType } from '../response/accept.ts';
import { type Streamed, untrustedBytesHeaders } from '../response/response.ts';
import { auditedAct } from './audit-changes.ts';
import type { RequestContext } from './request-context.ts';

export const download =
  (name: string, mediaType: string) =>
  async (context: RequestContext): Promise<Streamed> => {
    const { behaviour, resource, request, caller, dependencies, id } = context;
    const errors = noErrors();
    refuseParameters(parametersOf(request.url, errors), errors);
    throwIfAny(errors);
    acceptedType(request.headers.accept, [mediaType]);
    const find = behaviour.downloads?.[name];
    if (!find) throw new Error(`${resource.type} has no download ${name}.`);
    const session = context.session();
    const found = await find(session, context.access(), id);
    const headers = {
      ...untrustedBytesHeaders,
      'content-type': mediaType,
      'content-length': String(found.bytes),
      'content-disposition': format({ type: 'attachment', parameters: { filename: found.fileName } }),
    };
    if (request.method === 'HEAD') return { status: 200, headers, stream: Readable.from([]) };
    const stream = await dependencies.files
      .read({ accountId: caller.accountId, fileId: found.fileId })
      .catch((error: unknown) => {
        if (!(error instanceof BytesAltered)) throw error;
        throw new Problem('internal', detail('contentUnreadable'), { cause: error });
      });
    addMembers(context.reading, resource.path, [contentMember], [found.employeeId]);
    try {
      await auditedAct(session, context, `${resource.type}.downloaded`);
    } catch (error) {
      stream.destroy();
      throw error;
    }
    return { status: 200, headers, stream };
  };

export function refuseParameters(parameters: Parameters, errors: FieldErrors): void {
  for (const name of parameters.keys()) addError(errors, name, 'This parameter is not known here. None is allowed.');
}
