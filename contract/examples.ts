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

export const examplesAt = (baseUrl: string): Examples => {
  const taxonomy = { id: '31', type: 'taxonomy', url: `${baseUrl}/svc-api/taxonomies/31` } as const;
  const french = { name: { 'fr-FR': 'Formation sécurité' } };
  return {
    employeeAttributeDefinitions: {
      read: {
        id: 'e_safety_training',
        name: 'Safety training',
        schema: {
          type: 'object',
          additionalProperties: false,
          properties: {
            course: baseSchemas['taxonomy-label-reference'],
            passedOn: baseSchemas['legacy-date'],
          },
        },
        propertyDescriptions: {
          course: { name: 'Course', sortOrder: 0, taxonomy, t9n: {} },
          passedOn: { name: 'Passed on', sortOrder: 1, taxonomy: null, t9n: { name: { 'fr-FR': 'Obtenue le' } } },
        },
        taxonomy: null,
        multipleValueHandling: { sorting: 'descending', sortingProperty: 'passedOn' },
        isArchived: false,
        lastArchivedAt: null,
        t9n: french,
        targetType: 'employee',
        category: 'extension',
        isValueReadOnly: false,
        ...moments,
      },
      create: {
        id: 'e_safety_training',
        name: 'Safety training',
        schema: {
          type: 'object',
          properties: {
            course: { $ref: '/svc-api/schemas/taxonomy-label-reference' },
            passedOn: { $ref: '/svc-api/schemas/legacy-date' },
          },
        },
        propertyDescriptions: {
          course: { name: 'Course', sortOrder: 0, taxonomy: { id: taxonomy.id } },
          passedOn: { name: 'Passed on', sortOrder: 1, t9n: { name: { 'fr-FR': 'Obtenue le' } } },
        },
        multipleValueHandling: { sorting: 'descending', sortingProperty: 'passedOn' },
        t9n: french,
      },
      update: { name: 'Safety courses', isArchived: true },
    },
    schemas: {
      read: { id: 'legacy-date', title: 'legacy-date', schema: baseSchemas['legacy-date'] },
    },
    taxonomies: {
      read: { id: taxonomy.id, name: 'Safety courses', sortLabelsBy: 'name', ...moments, t9n: french },
      create: { name: 'Safety courses', sortLabelsBy: 'name', t9n: french },
      update: { name: 'Courses' },
    },
    taxonomyLabels: {
      read: {
        id: '205',
        taxonomy,
        name: 'Fire safety',
        remoteId: 'FW-01',
        isArchived: false,
        lastArchivedAt: null,
        ...moments,
        t9n: { name: { 'fr-FR': 'Sécurité incendie' } },
      },
      create: {
        taxonomy: { id: taxonomy.id },
        name: 'Fire safety',
        remoteId: 'FW-01',
        t9n: { name: { 'fr-FR': 'Sécurité incendie' } },
      },
      update: { isArchived: true },
    },
    events: {
      read: {
        id: '90412',
        apiVersion,
        topic: 'taxonomy.updated',
        occurredAt: moments.lastUpdatedAt,
        source: baseUrl,
        data: { ...taxonomy, name: 'Safety courses', sortLabelsBy: 'name', ...moments, t9n: french },
        businessEstablishment: null,
        previousAttributes: { name: 'Courses' },
      },
    },
  };
};
