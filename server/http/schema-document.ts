/** One base schema: the document alone, as JSON or as a schema, kept by callers for a day since it never changes. */
import { schemas } from '@muster/contract/resources/schemas.ts';
import { noErrors, throwIfAny } from '../problem.ts';
import * as standard from '../verbs/standard.ts';
import { acceptedType } from './accept.ts';
import type { Answer } from './answer.ts';
import { contentTag, names } from './etag.ts';
import { onlyInclude } from './include.ts';
import type { Surroundings, Visit } from './operations.ts';
import { parametersOf } from './parameters.ts';

export async function readSchemaDocument(around: Surroundings, { request, caller }: Visit): Promise<Answer> {
  const errors = noErrors();
  onlyInclude(parametersOf(request.url, errors), errors);
  throwIfAny(errors);
  const type = acceptedType(request.headers.accept, ['application/json', 'application/schema+json']);
  const session = around.database.session(caller.accountId);
  const shown = await standard.read(
    session,
    schemas,
    { caller, conditions: [] },
    (request.params as { id: string }).id,
  );
  const document = JSON.stringify(standard.parsed(shown, caller.baseUrl).schema);
  const headers = { etag: contentTag(document), 'cache-control': 'private, max-age=86400' };
  const held = request.headers['if-none-match'];
  if (held !== undefined && names(held, headers.etag)) return { status: 304, headers, body: null };
  return { status: 200, headers: { ...headers, 'content-type': `${type}; charset=utf-8` }, body: document };
}
