import { describe, expect, it } from 'vitest';
import { bodyOf, type Design, emptyDesign, idFor, newProperty, patchOf, propertyIdFor } from './design.ts';

const training: Design = {
  ...emptyDesign(),
  id: 'e_training',
  name: 'Training',
  form: 'object',
  properties: [
    { ...newProperty(), id: 'course', name: 'Course', base: 'taxonomy-label-reference', taxonomyId: '31' },
    {
      ...newProperty(),
      id: 'passedOn',
      name: 'Passed on',
      base: 'legacy-date',
      translations: { 'fr-FR': 'Obtenue le' },
    },
  ],
  isMultiple: true,
  sorting: 'descending',
  sortingProperty: 'passedOn',
};

describe('the request that creates an attribute', () => {
  it('is a reference to a base schema for a single value, and nothing that was not asked for', () => {
    const design: Design = { ...emptyDesign(), id: 'e_locker', name: 'Locker', base: 'int32', taxonomyId: '31' };
    expect(bodyOf(design)).toEqual({ id: 'e_locker', name: 'Locker', schema: { $ref: '/svc-api/schemas/int32' } });
  });

  it('has properties in their order, with taxonomies and translations', () => {
    expect(bodyOf(training)).toEqual({
      id: 'e_training',
      name: 'Training',
      schema: {
        type: 'object',
        properties: {
          course: { $ref: '/svc-api/schemas/taxonomy-label-reference' },
          passedOn: { $ref: '/svc-api/schemas/legacy-date' },
        },
      },
      propertyDescriptions: {
        course: { name: 'Course', sortOrder: 0, taxonomy: { id: '31' } },
        passedOn: { name: 'Passed on', sortOrder: 1, t9n: { name: { 'fr-FR': 'Obtenue le' } } },
      },
      multipleValueHandling: { sorting: 'descending', sortingProperty: 'passedOn' },
    });
  });
});

describe('the request that changes an attribute', () => {
  it('is nothing where nothing differs', () => {
    expect(patchOf(training, { ...training, translations: { 'de-DE': '' } })).toEqual({});
  });

  it('is only what differs, and null for a language that was taken away', () => {
    const [course, passedOn] = training.properties;
    if (!course || !passedOn) throw new Error('There are two properties.');
    const after = { ...training, name: 'Trainings', properties: [{ ...passedOn, translations: {} }, course] };
    expect(patchOf(training, after)).toEqual({
      name: 'Trainings',
      propertyDescriptions: {
        passedOn: { name: 'Passed on', sortOrder: 0, t9n: { name: { 'fr-FR': null } } },
        course: { name: 'Course', sortOrder: 1 },
      },
    });
  });

  it('ends several values by null', () => {
    expect(patchOf(training, { ...training, isMultiple: false })).toEqual({ multipleValueHandling: null });
  });
});

it('ids follow from names, without accents and signs', () => {
  expect(idFor('Équipier d’incendie')).toBe('e_equipier_dincendie');
  expect(idFor('')).toBe('');
  expect(propertyIdFor('Passed on')).toBe('passedOn');
});
