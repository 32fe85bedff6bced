/** Builds the OpenAPI 3.1 document of the current API from the declarations. It knows no resource by name. */
import { administration } from './administration.ts';
import type { Example } from './example.ts';
import { examplesAt } from './examples.ts';
import { administrationExamplesAt } from './examples-administration.ts';
import { collectionPath, hasSnapshots } from './kit/belonging.ts';
import { readSchema } from './kit/bodies.ts';
import type { Operation, Resource } from './kit/resource.ts';
import { administrationIntroduction, introduction, scopeDescriptions, tagOf } from './openapi/introduction.ts';
import {
  operationOf,
  placeOf,
  type ResourceExamples,
  refusedOperation,
  securityName,
  sessionName,
} from './openapi/operations.ts';
import type { ExamplesByType } from './openapi/parameter-examples.ts';
import { ownerExample, sharedParameters } from './openapi/parameters.ts';
import { sharedHeaders, sharedResponses } from './openapi/responses.ts';
import {
  adderTo,
  componentSchemas,
  type Json,
  withNamedParameterSchemas,
  withNamedSchemas,
} from './openapi/schemas.ts';
import { signInPaths, signInTag } from './openapi/sign-in.ts';
import { snapshotSchemas } from './openapi/snapshots.ts';
import { viewOperation } from './openapi/views.ts';
import { signatureParameters, webhookResponses, webhooksOf } from './openapi/webhooks.ts';
import { resources } from './resources.ts';
import { apiVersion } from './version.ts';
import { isRecorded, versionExample, versionsOf } from './versions.ts';

export interface OpenApiDocument extends Json {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: { readonly schemas: Json } & Json;
}

export interface OpenApiAddresses {
  /** The address of the account. */
  readonly baseUrl: string;
  /** The address of the token endpoint. */
  readonly authUrl: string;
}

export function openApi({ baseUrl, authUrl }: OpenApiAddresses): OpenApiDocument {
  return documentOf(baseUrl, resources, examplesAt(baseUrl), {
    title: 'Muster',
    summary: 'The open employee data service.',
    description: introduction(baseUrl, authUrl),
    securitySchemes: {
      [securityName]: {
        type: 'oauth2',
        description: 'Client credentials. A token lives 30 minutes and belongs to one account.',
        flows: { clientCredentials: { tokenUrl: `${authUrl}/connect/token`, scopes: scopeDescriptions() } },
      },
    },
  });
}

/** The document of the administration API. */
export const administrationOpenApi = (baseUrl: string): OpenApiDocument =>
  documentOf(baseUrl, administration, administrationExamplesAt(baseUrl), {
    title: 'Muster administration',
    summary: 'What the people who run an account look after.',
    description: administrationIntroduction,
    extra: { tags: [signInTag], paths: signInPaths(sessionName) },
    securitySchemes: {
      [sessionName]: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-muster',
        description:
          'The session of a person who is signed in; its cookie is called `muster` on a plain-HTTP instance.',
      },
    },
  });

interface Cover {
  /** Paths that are not resources. */
  readonly extra?: { readonly tags: readonly Json[]; readonly paths: OpenApiDocument['paths'] };
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  readonly securitySchemes: Json;
}

function documentOf(
  baseUrl: string,
  declared: Readonly<Record<string, Resource>>,
  examples: Readonly<Record<string, Example<Resource>>>,
  { title, summary, description, securitySchemes, extra = { tags: [], paths: {} } }: Cover,
): OpenApiDocument {
  const all = Object.values(declared);
  const recorded = all.filter(isRecorded);
  const schemas = componentSchemas([...all, ...recorded.slice(0, 1).map(versionsOf)]);
  if (all.some((one) => hasSnapshots(one) && one.operations.includes('list'))) Object.assign(schemas, snapshotSchemas);
  const paths = withNamedParameterSchemas({ ...extra.paths, ...pathsAt(baseUrl, declared, examples) }, schemas);
  const webhooks = webhooksIn(baseUrl, all, examples, schemas);
  const requests = [paths, webhooks];
  const parameters = withNamedSchemas(
    usedBy(requests, 'parameters', { ...sharedParameters, ...signatureParameters }),
    schemas,
  );
  const responses = usedBy(requests, 'responses', { ...sharedResponses(baseUrl), ...webhookResponses });
  return {
    openapi: '3.1.1',
    info: {
      title,
      version: apiVersion,
      summary,
      description,
      // The operator is the contact, whom the software does not know; this address is theirs.
      contact: { name: 'The operator of this installation', url: baseUrl },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl, description: 'The address of the account' }],
    tags: [...extra.tags, ...all.map(tagOf)],
    paths,
    ...(webhooks && { webhooks }),
    components: {
      securitySchemes,
      schemas,
      parameters,
      headers: usedBy([paths, responses], 'headers', sharedHeaders),
      responses,
    },
  };
}

/** What the service sends, in the document that describes events. */
function webhooksIn(
  baseUrl: string,
  all: readonly Resource[],
  examples: Readonly<Record<string, Example<Resource>>>,
  schemas: Json,
): Json | undefined {
  const event = all.find(({ isFeed }) => isFeed);
  if (!event) return undefined;
  const { read } = shownOf(event, examples[event.path], `${baseUrl}${collectionPath(event)}`);
  const { links: _, embedded: __, ...sent } = read;
  return webhooksOf(all, event, sent, adderTo(schemas));
}

/** The shared parts that this document refers to. */
function usedBy(referring: unknown, kind: string, parts: Readonly<Record<string, unknown>>): Json {
  const text = JSON.stringify(referring);
  return Object.fromEntries(Object.entries(parts).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)));
}

function pathsAt(
  baseUrl: string,
  declared: Readonly<Record<string, Resource>>,
  examples: Readonly<Record<string, Example<Resource>>>,
): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, Json>> = {};
  const byType: ExamplesByType = new Map(
    Object.entries(declared).map(([key, { type }]) => [type, (examples[key]?.read ?? {}) as Json]),
  );
  for (const [key, resource] of Object.entries(declared)) {
    const shown = shownOf(
      resource,
      examples[key],
      `${baseUrl}${collectionPath(resource, ownerExample(resource, byType))}`,
    );
    const add = (operation: Operation, described: Json) => {
      const { path, method } = placeOf(resource, operation);
      paths[path] = { ...paths[path], [method]: described };
    };
    for (const operation of resource.operations) add(operation, operationOf(resource, operation, shown, byType));
    for (const operation of Object.keys(resource.refused) as Operation[]) {
      add(operation, refusedOperation(resource, operation));
    }
    for (const [name, view] of Object.entries(resource.views ?? {})) {
      const { path, get } = viewOperation(resource, name, view, shown);
      paths[path] = { get };
    }
    if (!isRecorded(resource)) continue;
    const versions = versionsOf(resource);
    const collectionUrl = `${baseUrl}${collectionPath(versions, ownerExample(versions, byType))}`;
    const { path, method } = placeOf(versions, 'list');
    const example = { read: versionExample(shown.read, shown.update), collectionUrl };
    paths[path] = { [method]: operationOf(versions, 'list', example, byType) };
  }
  return paths;
}

function shownOf(resource: Resource, example: Example<Resource> | undefined, collectionUrl: string): ResourceExamples {
  const { id, ...members } = (example?.read ?? { id: '1' }) as { id: string };
  const url = `${collectionUrl}/${id}`;
  const values: Json = { type: resource.type, ...members, id, url, links: null, embedded: null };
  // In the order of the service.
  const names = Object.keys(readSchema(resource).properties as Json).filter((name) => name in values);
  return { ...example, collectionUrl, read: Object.fromEntries(names.map((name) => [name, values[name]])) };
}
