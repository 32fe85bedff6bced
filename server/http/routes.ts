/** The current API as a table: every address and method, and what it needs. Printed into docs, checked by a test. */
import { type Operation, type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { detail } from '@muster/contract/messages.ts';
import { resources } from '@muster/contract/resources.ts';
import { type Behaviour, behaviours } from '../behaviours.ts';
import { Problem } from '../problem.ts';
import { type Operate, operations } from './operations.ts';
import { readSchemaDocument } from './schema-document.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the account's address, with `:id` for an id. */
  readonly url: string;
  readonly resource: Resource;
  readonly behaviour: Behaviour;
  /** One of these is needed; none means that any token will do. */
  readonly scopes: readonly string[];
  readonly operate: Operate;
}

const shapes: Record<Operation, { method: Route['method']; suffix: string }> = {
  list: { method: 'GET', suffix: '' },
  create: { method: 'POST', suffix: '' },
  read: { method: 'GET', suffix: '/:id' },
  update: { method: 'PATCH', suffix: '/:id' },
  remove: { method: 'DELETE', suffix: '/:id' },
};

/** Answers that differ from the operation of their name. */
const replaced: Partial<Record<string, Operate>> = { 'GET /svc-api/schemas/:id': readSchemaDocument };

export const routes: readonly Route[] = [
  ...Object.entries(resources).flatMap(([key, resource]) =>
    resource.operations.map((operation): Route => {
      const { method, suffix } = shapes[operation];
      const url = `/svc-api/${resource.path}${suffix}`;
      return {
        method,
        url,
        resource,
        behaviour: behaviours[key as keyof typeof resources] ?? {},
        scopes: scopesFor(resource, operation),
        operate: replaced[`${method} ${url}`] ?? operations[operation],
      };
    }),
  ),
  {
    method: 'POST',
    url: '/svc-api/events',
    resource: resources.events,
    behaviour: {},
    scopes: [],
    // Only the service records events: whoever asks, whatever the body.
    operate: async () => {
      throw new Problem('forbidden', detail('eventsAreRecordedByService'));
    },
  },
];
