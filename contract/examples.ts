/**
 * One example of every resource: as it is read, created and changed. The compiler checks them against the
 * declarations; a test checks them against the schemas, and sends the bodies to the service.
 */
import { baseSchemas } from './base-schemas.ts';
import type { Create, Patch, Read, Resource } from './kit/resource.ts';
import type { Resources } from './resources.ts';
import { apiVersion } from './version.ts';

/** A representation lacks here what every resource has alike: its type, its address, `links` and `embedded`. */
export interface Example<R extends Resource> {
  readonly read: Omit<Read<R>, 'type' | 'url' | 'links' | 'embedded'>;
  readonly create?: Create<R>;
  readonly update?: Patch<R>;
}

type Examples = { readonly [K in keyof Resources]: Example<Resources[K]> };

const moments = { createdAt: '2025-05-12T08:34:22.118000Z', lastUpdatedAt: '2025-05-14T15:02:07.340000Z' };

const french = { name: { 'fr-FR': 'Formation sécurité' } };
const taxonomyId = '31';
const taxonomyOf = (baseUrl: string) =>
  ({ id: taxonomyId, type: 'taxonomy', url: `${baseUrl}/svc-api/taxonomies/${taxonomyId}` }) as const;

const definition = (baseUrl: string): Examples['employeeAttributeDefinitions'] => {
  const alike = {
    id: 'e_safety_training',
    name: 'Safety training',
    multipleValueHandling: { sorting: 'descending', sortingProperty: 'passedOn' },
    t9n: french,
  } as const;
  const course = { name: 'Course', sortOrder: 0 };
  const passedOn = { name: 'Passed on', sortOrder: 1, t9n: { name: { 'fr-FR': 'Obtenue le' } } };
  return {
    read: {
      ...alike,
      schema: {
        type: 'object',
        additionalProperties: false,
        properties: { course: baseSchemas['taxonomy-label-reference'], passedOn: baseSchemas['legacy-date'] },
      },
      propertyDescriptions: {
        course: { ...course, taxonomy: taxonomyOf(baseUrl), t9n: {} },
        passedOn: { ...passedOn, taxonomy: null },
      },
      taxonomy: null,
      isArchived: false,
      lastArchivedAt: null,
      targetType: 'employee',
      category: 'extension',
      isValueReadOnly: false,
      ...moments,
    },
    create: {
      ...alike,
      schema: {
        type: 'object',
        properties: {
          course: { $ref: '/svc-api/schemas/taxonomy-label-reference' },
          passedOn: { $ref: '/svc-api/schemas/legacy-date' },
        },
      },
      propertyDescriptions: { course: { ...course, taxonomy: { id: taxonomyId } }, passedOn },
    },
    update: { name: 'Safety courses', isArchived: true },
  };
};

const label = (baseUrl: string): Examples['taxonomyLabels'] => {
  const alike = { name: 'Fire safety', remoteId: 'FW-01', t9n: { name: { 'fr-FR': 'Sécurité incendie' } } };
  return {
    read: { id: '205', taxonomy: taxonomyOf(baseUrl), ...alike, isArchived: false, lastArchivedAt: null, ...moments },
    create: { taxonomy: { id: taxonomyId }, ...alike },
    update: { isArchived: true },
  };
};

const taxonomy = { name: 'Safety courses', sortLabelsBy: 'name', t9n: french } as const;

const event = (baseUrl: string): Examples['events'] => ({
  read: {
    id: '90412',
    apiVersion,
    topic: 'taxonomy.updated',
    occurredAt: moments.lastUpdatedAt,
    source: baseUrl,
    data: { ...taxonomyOf(baseUrl), ...taxonomy, ...moments },
    businessEstablishment: null,
    previousAttributes: { name: 'Courses' },
  },
});

export const examplesAt = (baseUrl: string): Examples => ({
  employeeAttributeDefinitions: definition(baseUrl),
  schemas: { read: { id: 'legacy-date', title: 'legacy-date', schema: baseSchemas['legacy-date'] } },
  taxonomies: { read: { id: taxonomyId, ...taxonomy, ...moments }, create: taxonomy, update: { name: 'Courses' } },
  taxonomyLabels: label(baseUrl),
  events: event(baseUrl),
});
