/** Reads a resource whose response is a single document. Clients may cache it for a day, because it never changes. */
import { noErrors, throwIfAny } from '../problem.ts';
import * as standard from '../verbs/standard.ts';
import { acceptedType } from './accept.ts';
import type { Answer } from './answer.ts';
import { contentTag, names } from './etag.ts';
import { onlyInclude } from './include.ts';
import type { Operate, Surroundings } from './operations.ts';
import { parametersOf } from './parameters.ts';
import { idOf, sightOf, type Visit } from './visit.ts';

export const readDocument =
  (member: string, types: readonly string[]): Operate =>
  async (around: Surroundings, visit: Visit): Promise<Answer> => {
    const { request, caller, resource } = visit;
    const errors = noErrors();
    onlyInclude(parametersOf(request.url, errors), errors);
    throwIfAny(errors);
    const type = acceptedType(request.headers.accept, types);
    const session = around.database.session(caller.accountId);
    const shown = await standard.read(session, resource, sightOf(visit), idOf(visit));
    const document = JSON.stringify(standard.parsed(shown, caller.baseUrl)[member]);
    const headers = { etag: contentTag(document), 'cache-control': 'private, max-age=86400' };
    const held = request.headers['if-none-match'];
    if (held !== undefined && names(held, headers.etag)) return { status: 304, headers, body: null };
    return { status: 200, headers: { ...headers, 'content-type': `${type}; charset=utf-8` }, body: document };
  };
