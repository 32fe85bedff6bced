/** Further addresses of one row in OpenAPI: `GET …/{id}/<name>`. */
import { collectionPath } from '../kit/belonging.ts';
import type { Resource } from '../kit/resource.ts';
import { scopesForView, type View } from '../kit/view.ts';
import { accessOf, type ResourceExamples } from './operations.ts';
import { parametersOfView } from './parameters.ts';
import { problemResponses, responsesWith, successHeaders } from './responses.ts';
import type { Json } from './schemas.ts';

const gone = 410;

/** The place in `paths`, and the operation. */
export function viewOperation(
  resource: Resource,
  name: string,
  view: View,
  shown: ResourceExamples,
): { path: string; get: Json } {
  const scopes = scopesForView(resource, view);
  const isBytes = 'bytes' in view;
  const { sentence, security } = accessOf(resource, scopes);
  return {
    path: `${collectionPath(resource)}/{id}/${name}`,
    get: {
      operationId: `get-${resource.type}-${name}`,
      tags: [resource.path],
      summary: view.summary,
      description: [view.note, sentence].join('\n\n'),
      security,
      parameters: parametersOfView(resource, String(shown.read.id), isBytes),
      responses: {
        200: {
          description: `${view.summary}.`,
          headers: successHeaders(...(isBytes ? ['Content-Disposition'] : [])),
          content: contentOf(view),
        },
        ...problemResponses('read', { isOpen: scopes === 'any-token', isFollowed: false, isInside: false }),
        ...(isBytes && responsesWith([gone])),
      },
    },
  };
}

const contentOf = (view: View): Json =>
  'bytes' in view
    ? { [view.bytes]: { schema: { type: 'string', format: 'binary' } } }
    : {
        'application/json': {
          schema: view.json,
          examples: { example: { summary: view.summary, value: view.example } },
        },
      };
