/** A further address of one row that answers JSON: `GET …/{id}/<name>`. */
import { noErrors, throwIfAny } from '../../problem.ts';
import { type Parameters, parametersOf } from '../query/parameters.ts';
import { type Answer, jsonType } from '../response/response.ts';
import { refuseParameters } from './download.ts';
import { acceptJson } from './read-steps.ts';
import type { RequestContext } from './request-context.ts';

export const readView =
  (name: string) =>
  async (context: RequestContext): Promise<Answer> => {
    const { behaviour, database, caller, request, id } = context;
    const errors = noErrors();
    const parameters: Parameters = parametersOf(request.url, errors);
    refuseParameters(parameters, errors);
    throwIfAny(errors);
    acceptJson(context);
    const view = behaviour.views?.[name];
    if (!view) throw new Error(`${context.resource.type} has no view ${name}.`);
    const shown = await database.transaction(caller.accountId, (tx) => view(tx, context.access(), id));
    return { status: 200, headers: { 'content-type': jsonType }, body: JSON.stringify(shown) };
  };
