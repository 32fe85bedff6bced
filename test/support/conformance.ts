/** Compares answers with the OpenAPI document: status, content type, headers and body. */
import { snapshotHeaders } from '@muster/contract/openapi/snapshots.ts';
import { type OpenApiDocument, openApi } from '@muster/contract/openapi.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Reply } from './service.ts';

type Json = Record<string, unknown>;

/** Headers that a response may lack, depending on circumstances. */
const circumstantial = [
  'Content-Disposition',
  'Content-Encoding',
  'Deprecation',
  'Link',
  'Muster-Total-Count',
  'Sunset',
];

/** A page lacks the headers of a whole collection. */
const isLacking = (name: string, headers: Headers): boolean =>
  circumstantial.includes(name) ||
  (snapshotHeaders.includes(name) && (headers.get('content-type') ?? '').startsWith('application/json'));

/** Returns the differences between a response and the document as sentences; empty if it conforms. */
export type Conformance = (method: string, path: string, reply: Reply) => string[];

export function conformance(baseUrl: string, document = openApi({ baseUrl, authUrl: baseUrl })): Conformance {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'document', components: document.components });
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (schema: Json): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, validate);
    return validate;
  };
  return (method, path, reply) => {
    const response = responseOf(document, method, path, reply.status);
    if (!response) return [`${method} ${path} is not described with ${reply.status}`];
    return [
      ...headerErrors(document, response, reply, validatorOf),
      ...(method === 'HEAD' ? [] : bodyErrors(response, reply, validatorOf)),
    ];
  };
}

function responseOf(document: OpenApiDocument, method: string, path: string, status: number): Json | undefined {
  const template = Object.keys(document.paths).find((one) =>
    new RegExp(`^${one.replace(/\{(?:id|ownerId)\}/g, '[^/]+')}$`).test(path.split('?')[0] ?? ''),
  );
  const asked = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = document.paths[template ?? '']?.[asked] as { responses: Record<string, Json> } | undefined;
  const found = operation?.responses[status];
  return found && (resolved(document, found) as Json);
}

function resolved(document: Json, part: Json): unknown {
  if (typeof part.$ref !== 'string') return part;
  const path = part.$ref.split('/').slice(1);
  return path.reduce<unknown>((value, name) => (value as Json)[name], document);
}

function headerErrors(
  document: OpenApiDocument,
  response: Json,
  { headers }: Reply,
  validatorOf: (schema: Json) => ValidateFunction,
): string[] {
  return Object.entries((response.headers ?? {}) as Record<string, Json>).flatMap(([name, header]) => {
    const value = headers.get(name);
    if (value === null) return isLacking(name, headers) ? [] : [`${name} is missing`];
    const { schema } = resolved(document, header) as { schema: Json };
    const validate = validatorOf(schema);
    return validate(schema.type === 'integer' ? Number(value) : value) ? [] : [`${name} is ${value}`];
  });
}

function bodyErrors(response: Json, reply: Reply, validatorOf: (schema: Json) => ValidateFunction): string[] {
  const content = response.content as Record<string, { schema: Json }> | undefined;
  if (!content) return reply.text === '' ? [] : ['There is a body.'];
  const type = (reply.headers.get('content-type') ?? '').split(';')[0] ?? '';
  const described = content[type];
  if (!described) return [`The content type is ${type}.`];
  const validate = validatorOf(described.schema);
  return validate(reply.body) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}
