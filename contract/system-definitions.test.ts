// The system definitions are the same in every account for good: identity, translations and schemas are checked.
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { baseSchemas } from './base-schemas.ts';
import { languages } from './languages.ts';
import { systemDefinitions } from './system-definitions.ts';

const validator = () => {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  formats.default(ajv);
  ajv.addFormat('decimal', true);
  return ajv;
};

const definition = (id: string) => {
  const found = systemDefinitions.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`no system definition ${id}`);
  return found;
};

const numbersOf = (targetType: string) =>
  systemDefinitions.filter((each) => each.targetType === targetType).map((each) => each.number);

describe('system definitions', () => {
  test('are 26, each with a number and an id of its own', () => {
    expect(systemDefinitions).toHaveLength(26);
    expect(new Set(systemDefinitions.map((each) => each.number)).size).toBe(26);
    expect(new Set(systemDefinitions.map((each) => each.id)).size).toBe(26);
    expect(numbersOf('employee')).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(numbersOf('employment')).toEqual([21, 22, 23, 24, 25, 26]);
    expect(numbersOf('job-position')).toEqual([41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52]);
  });

  test.each(systemDefinitions)('$id is named, described and translated', ({ id, name, t9n, schema, ...rest }) => {
    expect(id).toMatch(/^\w+$/);
    expect(id.startsWith('e_')).toBe(false);
    expect(Object.keys(schema).slice(0, 3)).toEqual(['$schema', 'title', 'type']);
    expect(schema.title).toMatch(/^(employee|employment|job-position)\.[a-z-]+$/);
    const described = Object.values(rest.propertyDescriptions);
    for (const text of [{ name, t9n }, ...described]) {
      expect(Object.keys(text.t9n.name)).toEqual([...languages]);
      for (const language of languages) expect(text.t9n.name[language]?.trim()).toBeTruthy();
      expect(text.t9n.name['en-GB']).toBe(text.name);
    }
  });

  test('the given name is exactly the published one', () => {
    expect(JSON.stringify(definition('employee_givenName'))).toBe(
      JSON.stringify({
        number: 2,
        id: 'employee_givenName',
        name: 'Given name',
        targetType: 'employee',
        schema: {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          title: 'employee.given-name',
          type: 'string',
          minLength: 1,
          maxLength: 255,
        },
        propertyDescriptions: {},
        t9n: {
          name: {
            'de-DE': 'Vorname',
            'en-US': 'Given name',
            'en-GB': 'Given name',
            'es-ES': 'Nombre',
            'fr-FR': 'Prénom',
            'fr-CH': 'Prénom',
            'it-IT': 'Nome',
            'nl-BE': 'Voornaam',
            'nl-NL': 'Voornaam',
            'pt-PT': 'Nome próprio',
          },
        },
      }),
    );
  });

  test('only birthday, start and end are objects of described properties', () => {
    const described = systemDefinitions.filter((each) => Object.keys(each.propertyDescriptions).length > 0);
    expect(described.map((each) => [each.id, Object.keys(each.propertyDescriptions)])).toEqual([
      ['employee_birthDay', ['day', 'month']],
      ['employment_start', ['date']],
      ['employment_end', ['date']],
    ]);
    for (const each of described) {
      expect(Object.keys(each.schema.properties ?? {})).toEqual(Object.keys(each.propertyDescriptions));
      expect(each.schema.required).toEqual(Object.keys(each.propertyDescriptions));
      expect(each.schema.additionalProperties).toBe(false);
    }
  });

  test('a reference has the shape of a base reference, under its own title', () => {
    const { $id: _, ...base } = baseSchemas['file-reference'];
    expect(JSON.stringify(definition('employment_document').schema)).toBe(
      JSON.stringify({ ...base, title: 'employment.document' }),
    );
    expect(definition('jobPosition_document').schema.properties?.type?.const).toBe('document');
  });

  test('all schemas, and definitions that embed a base schema, fit in one validator', () => {
    const ajv = validator();
    const ids = Object.values(baseSchemas).map((schema) => schema.$id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const schema of Object.values(baseSchemas)) ajv.addSchema(schema);
    for (const { schema } of systemDefinitions) {
      expect(schema).not.toHaveProperty('$id');
      expect(() => ajv.compile(schema)).not.toThrow();
    }
    const embedding = { type: 'object', additionalProperties: false, properties: { on: baseSchemas['legacy-date'] } };
    expect(ajv.compile(embedding)({ on: '2025-02-30' })).toBe(false);
  });

  test.each([
    ['employee_remoteId', [null, 'HR-1042'], ['', 'a'.repeat(101), 7]],
    ['employee_familyName', ['Lovelace'], [null, '']],
    ['employee_email', [null, 'ada@example.com'], ['ada', '']],
    ['employee_phoneNumber', [null, '+1234567890'], ['call me']],
    ['employee_birthDay', [null, { day: 31, month: 12 }], [{ day: 31 }, { day: 0, month: 1 }, { day: 1, month: 13 }]],
    ['employment_start', [{ date: '2024-02-29' }], [null, {}, { date: '2025-02-29' }, { date: '2025-01-01', x: 1 }]],
    ['employment_end', [null, { date: '2024-02-29' }], [{}, { date: null }]],
    ['jobPosition_startsOn', ['2024-03-01'], [null, '01.03.2024']],
    ['jobPosition_endsOn', [null, '2024-03-01'], ['2024-3-1']],
    ['jobPosition_manager', [null, { id: '1', type: 'employee' }], [{ id: '1', type: 'portrait' }, {}]],
    ['jobPosition_notes', [null, '', 'a'.repeat(500)], ['a'.repeat(501)]],
  ])('%s tells good values from bad ones', (id, good, bad) => {
    const isValid = validator().compile(definition(id).schema);
    for (const value of good) expect(isValid(value), JSON.stringify(value)).toBe(true);
    for (const value of bad) expect(isValid(value), JSON.stringify(value)).toBe(false);
  });
});
