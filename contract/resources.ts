/** Every resource of the service, by the key under which the client and the console know it. */
import type { Resource } from './kit/resource.ts';
import { employeeAttributeDefinitions } from './resources/employee-attribute-definitions.ts';
import { events } from './resources/events.ts';
import { schemas } from './resources/schemas.ts';
import { taxonomies } from './resources/taxonomies.ts';
import { taxonomyLabels } from './resources/taxonomy-labels.ts';

export const resources = { employeeAttributeDefinitions, schemas, taxonomies, taxonomyLabels, events };

export type Resources = typeof resources;

const byType = new Map<string, Resource>(Object.values(resources).map((resource) => [resource.type, resource]));

/** The declaration of a type; undefined for one that is not served (yet). */
export const resourceOf = (type: string): Resource | undefined => byType.get(type);
