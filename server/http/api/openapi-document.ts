/** Reads a resource whose response is a single document. Clients may cache it for a day, because it never changes. */

import * as standard from '../../platform/verbs/standard.ts';
import { noErrors, throwIfAny } from '../../problem.ts';
import { onlyInclude } from '../query/include.ts';
import { parametersOf } from '../query/parameters.ts';
import { acceptedType } from '../response/accept.ts';
import { contentTag, names } from '../response/etag.ts';
import type { Answer } from '../response/response.ts';
import type { RequestContext } from './request-context.ts';

export const readDocument =
  (member: string, types: readonly string[]) =>
  async (context: RequestContext): Promise<Answer> => {
    const { request, caller, resource } = context;
    const errors = noErrors();
    onlyInclude(parametersOf(request.url, errors), errors);
    throwIfAny(errors);
    const type = acceptedType(request.headers.accept, types);
    const shown = await standard.read(context.session(), resource, context.access(), context.id);
    const document = JSON.stringify(standard.parsed(shown, caller.baseUrl)[member]);
    const headers = { etag: contentTag(document), 'cache-control': 'private, max-age=86400' };
    const held = request.headers['if-none-match'];
    if (held !== undefined && names(held, headers.etag)) return { status: 304, headers, body: null };
    return { status: 200, headers: { ...headers, 'content-type': `${type}; charset=utf-8` }, body: document };
  };
