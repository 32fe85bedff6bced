/** The document as a Postman collection: every operation with its examples, in an order in which all can succeed. */
import { join } from 'node:path';
import newman from 'newman';
import Converter from 'openapi-to-postmanv2';
import type { ExampleAccount } from './example-account.ts';

export interface CollectionRequest {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly url: { readonly path: readonly string[]; query?: readonly { readonly key: string }[] };
    header: readonly { readonly key: string }[];
    body?: unknown;
  };
}

interface Folder {
  readonly item: readonly (Folder | CollectionRequest)[];
}

/** Deprecated parameters are another form of a body, and cannot be sent with it. */
const options = {
  parametersResolution: 'Example',
  folderStrategy: 'Tags',
  requestNameSource: 'URL',
  includeDeprecated: false,
  includeWebhooks: false,
};

export async function requestsOf(document: object): Promise<CollectionRequest[]> {
  const converted = await new Promise<Folder>((resolve, reject) => {
    Converter.convertV2({ type: 'json', data: document }, options, (error, result) => {
      const [collection] = result?.output ?? [];
      if (error || !collection) reject(error ?? new Error(result?.reason));
      else resolve(collection.data as Folder);
    });
  });
  const all = flat(converted).filter(({ request }) => !isRefused(request));
  // What is deleted last is what was created first: the others may refer to it.
  const removed = all.filter(({ request }) => request.method === 'DELETE').toReversed();
  const others = all.filter(({ request }) => request.method !== 'DELETE');
  return [...others, ...removed].toSorted((one, other) => rank(one) - rank(other));
}

const flat = (folder: Folder): CollectionRequest[] => folder.item.flatMap((one) => ('item' in one ? flat(one) : [one]));

const pathOf = ({ url }: CollectionRequest['request']): string => `/${url.path.join('/')}`;

/** The one operation that is always refused. */
const isRefused = (request: CollectionRequest['request']): boolean =>
  request.method === 'POST' && pathOf(request) === '/svc-api/events';

/** Definitions and their values, in the order in which others need them. */
const attributePaths = ['/svc-api/employee-attribute-definitions', '/svc-api/employee-attributes'];

/** Lists filter by a value, so that values are created first; values name labels, so that they are deleted first. */
function rank({ request }: CollectionRequest): number {
  const place = attributePaths.findIndex((path) => pathOf(request).startsWith(path));
  if (request.method === 'POST' && place >= 0) return place;
  const common = ['GET', 'POST', 'PATCH', 'DELETE'].indexOf(request.method) + attributePaths.length;
  return request.method === 'DELETE' && place === -1 ? common + 1 : common;
}

/** Encrypted members and attributes cannot be compared at an earlier moment, and these lists have filters for them. */
const withoutKnownAt = ['/svc-api/employee-personal-records', '/svc-api/employees'];

/** The collection for an account: its address, its token, and the values that only its service can make. */
export async function collectionFor(document: object, { client, made }: ExampleAccount, baseUrl: string) {
  const requests = await requestsOf(document);
  for (const { request } of requests) {
    if (withoutKnownAt.includes(pathOf(request)) && request.url.query) {
      request.url.query = request.url.query.filter(({ key }) => key !== 'knownAt');
    }
    const [example] = bodyInDescription(document, request);
    if (example) request.body = { mode: 'raw', raw: example };
    if (!JSON.stringify(request.body ?? {}).includes('"formdata"')) continue;
    request.body = upload;
    // The sender of a form adds this header, with the boundary of its parts.
    request.header = request.header.filter(({ key }) => key !== 'Content-Type');
  }
  const replaced = [...made].reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(requests));
  return {
    info: {
      name: 'Examples',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: client.token, type: 'string' }] },
    variable: [{ key: 'baseUrl', value: baseUrl }],
    item: (JSON.parse(replaced) as Record<string, Record<string, unknown>>[]).map(withOwnToken),
  };
}

/** The token of the collection instead of that of each request, which is a placeholder. */
const withOwnToken = ({ request, ...item }: Record<string, Record<string, unknown>>) => {
  const { auth: _, ...rest } = request ?? {};
  return { ...item, request: rest, response: [] };
};

/** A file has no example. This one is text, because a proxy may read bodies as text. */
const upload = {
  mode: 'formdata',
  formdata: [{ key: 'form', type: 'file', src: join(import.meta.dirname, '../../docs/events.md') }],
};

/** An example with `$ref`, which tools would follow, is text in the description. */
function bodyInDescription(document: object, request: CollectionRequest['request']): string[] {
  const { paths } = document as { paths: Record<string, Record<string, { description: string } | undefined>> };
  const description = paths[pathOf(request)]?.[request.method.toLowerCase()]?.description ?? '';
  return [...description.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => text);
}

export interface NewmanAnswer {
  readonly method: string;
  readonly name: string;
  readonly status: number;
  readonly text: string;
  /** From a validating proxy. */
  readonly violations: string | null;
}

export const documentedSuccess: Readonly<Record<string, number>> = { GET: 200, POST: 201, PATCH: 200, DELETE: 204 };

export const sentByNewman = (collection: object): Promise<NewmanAnswer[]> =>
  new Promise((resolve, reject) => {
    // The types of the package know less of a collection than its schema.
    newman.run({ collection: collection as never, reporters: [] }, (error, { run }) => {
      if (error) return reject(error);
      return resolve(
        run.executions.map(({ item, request, response }) => ({
          method: request.method,
          name: item.name,
          status: response?.code ?? 0,
          text: response?.text() ?? '',
          violations: response?.headers.get('sl-violations') ?? null,
        })),
      );
    });
  });
