/** What client generators and API tools need from the OpenAPI documents, for every operation. */
import { administrationOpenApi, type OpenApiDocument, openApi } from '@muster/contract/openapi.ts';
import { recordedTopics } from '@muster/contract/topics.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';

type Json = Record<string, unknown>;
interface Parameter extends Json {
  readonly name: string;
  readonly in: string;
  readonly schema: Json;
}

const baseUrl = 'https://acme.example.com';
const current = openApi({ baseUrl, authUrl: 'https://accounts.example.com' });
const documents = [
  ['current', current],
  ['administration', administrationOpenApi(baseUrl)],
] as const;

function targetOf(document: OpenApiDocument, part: Json): Json {
  if (typeof part.$ref !== 'string') return part;
  const names = part.$ref.split('/').slice(1);
  return names.reduce<unknown>((at, name) => (at as Json)[name], document) as Json;
}

function parametersIn(document: OpenApiDocument): { id: string; parameters: Parameter[] }[] {
  const items = { ...document.paths, ...((document.webhooks ?? {}) as OpenApiDocument['paths']) };
  return Object.values(items).flatMap((item) =>
    Object.values(item).map(({ operationId, parameters = [] }) => ({
      id: String(operationId),
      parameters: (parameters as Json[]).map((parameter) => targetOf(document, parameter) as Parameter),
    })),
  );
}

/** Every schema below a part of the document, with its address. */
function* schemasIn(node: unknown, path: string): Generator<[path: string, schema: Json]> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node) && ('type' in node || 'enum' in node)) yield [path, node as Json];
  for (const [name, inner] of Object.entries(node)) {
    if (name !== 'example' && name !== 'examples' && name !== 'enum') yield* schemasIn(inner, `${path}/${name}`);
  }
}

describe.each(documents)('the document of the %s API', (_, document) => {
  const operations = parametersIn(document);

  test('every parameter has an example that its schema accepts', () => {
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    ajv.addSchema({ $id: 'document', components: document.components });
    const compiled = new Map<string, ValidateFunction>();
    const wrong = operations.flatMap(({ id, parameters }) =>
      parameters.flatMap(({ name, schema, example }) => {
        const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
        // Most parameters share few schemas, and compiling takes longer than judging.
        const accepts = compiled.get(text) ?? ajv.compile(JSON.parse(text));
        compiled.set(text, accepts);
        return example !== undefined && accepts(example) ? [] : [`${id} ${name}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('the parameters of the path come first, then those of the query, then headers', () => {
    const order = ['path', 'query', 'header'];
    for (const { id, parameters } of operations) {
      const places = parameters.map((parameter) => order.indexOf(parameter.in));
      expect(places, id).toEqual(places.toSorted());
    }
  });

  test('a list of values of a parameter is a named schema', () => {
    const listed = operations.flatMap(({ id, parameters }) =>
      parameters.flatMap(({ name, schema }) =>
        [...schemasIn(schema, `${id} ${name}`)].filter(([, one]) => 'enum' in one).map(([path]) => path),
      ),
    );
    expect(listed).toEqual([]);
  });

  test('every text, list and number of a parameter has its limits', () => {
    expect(operations.flatMap(({ id, parameters }) => withoutLimits(parameters, id))).toEqual([]);
  });

  test('no format is unknown to other programs', () => {
    const known = ['binary', 'date', 'date-time', 'decimal', 'email', 'int32', 'uri'];
    const used = [...schemasIn(document, '')].flatMap(([, { format }]) => (format === undefined ? [] : [format]));
    expect([...new Set(used)].filter((format) => !known.includes(String(format)))).toEqual([]);
  });

  test('it names a contact', () => {
    expect(document.info).toMatchObject({ contact: { name: expect.any(String), url: baseUrl } });
  });
});

function withoutLimits(part: unknown, path: string): string[] {
  return [...schemasIn(part, path)].flatMap(([at, schema]) => {
    const types = [schema.type].flat();
    const isOpen =
      (types.includes('string') && !('enum' in schema || 'const' in schema || 'maxLength' in schema)) ||
      (types.includes('array') && !('maxItems' in schema)) ||
      (types.includes('integer') && !('minimum' in schema && 'maximum' in schema));
    return isOpen ? [at] : [];
  });
}

test('no schema has a member named $ref, which tools would follow', () => {
  const members = [...schemasIn(current, '')].filter(([, { properties }]) => '$ref' in ((properties ?? {}) as Json));
  expect(members.map(([path]) => path)).toEqual([]);
});

test('bodies of requests have limits for every list and number', () => {
  const bodies = Object.entries(current.components.schemas).filter(([name]) => /-(create|patch)$/.test(name));
  const lists = bodies.map(([name, schema]) => [name, listsAndNumbers(schema)] as const);
  expect(lists.flatMap(([name, schema]) => withoutLimits(schema, name))).toEqual([]);
});

/** Texts without a limit of their own are limited by the format or by the size of the body. */
const listsAndNumbers = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema), (_, value) => (value?.type === 'string' ? {} : value));

describe('webhooks', () => {
  const webhooks = current.webhooks as Record<string, { post: Json }>;

  test('every topic is described, and no other', () => {
    expect(Object.keys(webhooks).sort()).toEqual([...recordedTopics].sort());
  });

  test('each has the signature headers, a typed payload, and the answers that matter', () => {
    for (const { id, parameters } of parametersIn({ ...current, paths: {} })) {
      expect(
        parameters.map(({ name }) => name),
        id,
      ).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature', 'Svc-Timestamp', 'Svc-Signature']);
    }
    for (const [topic, { post }] of Object.entries(webhooks)) {
      expect(Object.keys(post.responses as Json), topic).toEqual(['410', '429', '503', '2XX']);
      expect(JSON.stringify(post.requestBody), topic).toContain(`"const":"${topic}"`);
    }
  });
});
