/** The query of a creation: `include`, dry run, and the form without a body. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { FastifyRequest } from 'fastify';
import { addError, type FieldErrors, invalid } from '../../problem.ts';
import { type Include, includeOf } from '../query/include.ts';
import type { Parameters } from '../query/parameters.ts';
import { readJson } from './body.ts';

export interface CreationQuery {
  readonly include: Include;
  readonly isDryRun: boolean;
  /** The body that the parameters replace; null if a body is sent. */
  readonly body: Record<string, unknown> | null;
}

export function creationQuery(resource: Resource, parameters: Parameters, errors: FieldErrors): CreationQuery {
  const { queryForm = {}, dryRunMembers } = resource;
  const known = ['include', ...(dryRunMembers ? ['dryRun'] : []), ...Object.keys(queryForm)];
  for (const name of parameters.keys()) {
    if (!known.includes(name))
      addError(errors, name, `This parameter is not known here. Allowed: ${known.join(', ')}.`);
  }
  const hasForm = Object.keys(queryForm).some((name) => parameters.has(name));
  return {
    include: includeOf(parameters, errors),
    isDryRun: dryRunMembers !== undefined && isTrue(parameters, 'dryRun', errors),
    body: hasForm ? bodyOf(queryForm, parameters, errors) : null,
  };
}

/** The query of a change: `include`, and a preview where the resource has one. */
export function changeQuery(
  { preview }: Resource,
  parameters: Parameters,
  errors: FieldErrors,
): { include: Include; isPreview: boolean } {
  const known = ['include', ...(preview ? ['dryRun'] : [])];
  for (const name of parameters.keys()) {
    if (!known.includes(name))
      addError(errors, name, `This parameter is not known here. Allowed: ${known.join(', ')}.`);
  }
  return {
    include: includeOf(parameters, errors),
    isPreview: preview !== undefined && isTrue(parameters, 'dryRun', errors),
  };
}

function isTrue(parameters: Parameters, name: string, errors: FieldErrors): boolean {
  const [value = 'false', ...more] = parameters.get(name) ?? [];
  if (more.length > 0 || (value !== 'true' && value !== 'false')) addError(errors, name, 'Must be true or false.');
  return value === 'true';
}

function bodyOf(
  form: NonNullable<Resource['queryForm']>,
  parameters: Parameters,
  errors: FieldErrors,
): Record<string, unknown> {
  const body: Record<string, Record<string, string>> = {};
  for (const [name, only] of Object.entries(form)) {
    const [value = '', ...more] = parameters.get(name) ?? [];
    if (more.length > 0 || value === '' || (only !== null && value !== only)) {
      addError(errors, name, only === null ? 'Must be given once.' : `Must be ${only}.`);
    }
    const [member = '', part = ''] = name.split('.');
    if (only === null) body[member] = { ...body[member], [part]: value };
  }
  return body;
}

const creationTypes = ['application/json'];

/** The sent body, or the one from the parameters. */
export async function creationBody(
  request: FastifyRequest,
  { body }: CreationQuery,
  bytesMax: number,
): Promise<{ bytes: Buffer; value: Record<string, unknown> }> {
  if (body === null) return readJson(request.raw, creationTypes, bytesMax);
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (length !== '0' || encoding !== undefined) {
    throw invalid({ $: ['Must be left out: the parameters stand for the body.'] });
  }
  return { bytes: Buffer.alloc(0), value: body };
}
