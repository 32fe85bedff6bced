/**
 * The current API as a table: every address and method, and the required scopes. Generated into docs and checked by a
 * test.
 */

import { administration } from '@muster/contract/administration.ts';
import { collectionPath } from '@muster/contract/kit/belonging.ts';
import { type Operation, type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { scopesForView } from '@muster/contract/kit/view.ts';
import type { PlainMessageName } from '@muster/contract/messages.ts';
import { detail } from '@muster/contract/messages.ts';
import { resources } from '@muster/contract/resources.ts';
import type { Needed } from '@muster/contract/scopes.ts';
import { isRecorded, versionsOf } from '@muster/contract/versions.ts';
import { type Behaviour, behaviourOf } from '../../behaviours.ts';
import { Problem } from '../../problem.ts';
import { download } from './download.ts';
import { followList } from './event-feed.ts';
import { readContent } from './file-content.ts';
import { createFromFile } from './file-creation.ts';
import { readDocument } from './openapi-document.ts';
import { listVersions, operations, type Run, special } from './pipeline.ts';
import type { Target } from './request-context.ts';
import { readView } from './row-view.ts';
import { upload } from './upload.ts';

export interface Route extends Target {
  /** Below the account's address, with `:id` for an id. */
  readonly url: string;
  readonly run: Run;
}

const shapes: Record<Operation, { method: Route['method']; suffix: string }> = {
  list: { method: 'GET', suffix: '' },
  create: { method: 'POST', suffix: '' },
  read: { method: 'GET', suffix: '/:id' },
  update: { method: 'PATCH', suffix: '/:id' },
  remove: { method: 'DELETE', suffix: '/:id' },
};

export const routes: readonly Route[] = Object.values<Resource>({ ...resources, ...administration }).flatMap(
  (resource) => [...routesOf(resource, behaviourOf(resource)), ...versionRoutes(resource)],
);

/** The versions of a resource that records its changes. */
function versionRoutes(recorded: Resource): Route[] {
  if (!isRecorded(recorded)) return [];
  const resource = versionsOf(recorded);
  const url = collectionPath(resource, ':ownerId');
  return [{ method: 'GET', url, resource, behaviour: {}, scopes: scopesFor(resource, 'list'), run: listVersions }];
}

function routesOf(resource: Resource, behaviour: Behaviour): Route[] {
  const route = (operation: Operation, scopes: Needed, run: Run): Route => {
    const { method, suffix } = shapes[operation];
    return { method, url: `${collectionPath(resource, ':ownerId')}${suffix}`, resource, behaviour, scopes, run };
  };
  const views = Object.entries(resource.views ?? {}).map(
    ([name, view]): Route => ({
      method: 'GET',
      url: `${collectionPath(resource, ':ownerId')}/:id/${name}`,
      resource,
      behaviour,
      scopes: scopesForView(resource, view),
      run: special('bytes' in view ? download(name, view.bytes) : readView(name)),
    }),
  );
  const refused = Object.entries(resource.refused) as [Operation, PlainMessageName][];
  return [
    ...resource.operations.map((operation) =>
      route(operation, scopesFor(resource, operation), runOf(resource, operation)),
    ),
    ...views,
    ...refused.map(([operation, reason]) => route(operation, 'any-token', refuseAll(reason))),
  ];
}

function runOf({ document, isFeed, content, fileBody }: Resource, operation: Operation): Run {
  if (operation === 'list' && isFeed) return special(followList);
  if (operation === 'create' && content === 'kept') return special(upload);
  if (operation === 'create' && fileBody) return special(createFromFile);
  if (operation === 'read' && content) return special(readContent);
  if (operation === 'read' && document) return special(readDocument(document.member, document.types));
  return operations[operation];
}

/** For every caller and every body. */
function refuseAll(reason: PlainMessageName): Run {
  return special(async () => {
    throw new Problem('forbidden', detail(reason));
  });
}
