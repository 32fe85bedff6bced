// The base schemas are what clients register in their validators: shape, member order and `$id` are checked.
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { baseSchemaNamed, baseSchemaNames, baseSchemaPath, baseSchemas } from './base-schemas.ts';

const validator = () => {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  formats.default(ajv);
  ajv.addFormat('decimal', true);
  return ajv;
};

describe('base schemas', () => {
  test('are the twelve of the closed list', () => {
    expect(baseSchemaNames).toEqual([
      'short-text',
      'long-text',
      'boolean',
      'int32',
      'decimal',
      'legacy-date',
      'phone-number',
      'email',
      'url',
      'file-reference',
      'employee-reference',
      'taxonomy-label-reference',
    ]);
  });

  test.each(baseSchemaNames)('%s names itself and admits null', (name) => {
    const schema = baseSchemas[name];
    expect(Object.keys(schema).slice(0, 4)).toEqual(['$schema', '$id', 'title', 'type']);
    expect(schema.$id).toBe(baseSchemaPath(name));
    expect(schema.title).toBe(name);
    expect(validator().compile(schema)(null)).toBe(true);
  });

  test('a reference is written byte for byte as published', () => {
    expect(JSON.stringify(baseSchemas['taxonomy-label-reference'])).toBe(
      '{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"/svc-api/schemas/taxonomy-label-reference",' +
        '"title":"taxonomy-label-reference","type":["object","null"],"additionalProperties":false,"required":["id"],' +
        '"properties":{"id":{"type":"string","minLength":1},' +
        '"type":{"type":"string","const":"taxonomy-label","readOnly":true},' +
        '"url":{"type":"string","format":"uri","readOnly":true}}}',
    );
  });

  test.each([
    ['short-text', 'a'.repeat(255), 'a'.repeat(256)],
    ['long-text', 'a'.repeat(65_535), 'a'.repeat(65_536)],
    ['boolean', false, 'false'],
    ['int32', -2_147_483_648, 2_147_483_648],
    ['decimal', 12.5, '12.5'],
    ['legacy-date', '2024-02-29', '2025-02-30'],
    ['phone-number', '+123-456-7890', '12 34'],
    ['email', 'ada@example.com', 'ada'],
    ['url', 'HTTPS://example.com/a', 'ftp://example.com/a'],
    ['file-reference', { id: '1', type: 'file' }, { id: '1', type: 'employee' }],
    ['employee-reference', { id: '1' }, { id: '' }],
    ['taxonomy-label-reference', { id: '1' }, { id: '1', name: 'One' }],
  ] as const)('%s tells a good value from a bad one', (name, good, bad) => {
    const isValid = validator().compile(baseSchemas[name]);
    expect(isValid(good)).toBe(true);
    expect(isValid(bad)).toBe(false);
  });

  test('a $ref counts only when it is exactly the path of a name', () => {
    for (const name of baseSchemaNames) expect(baseSchemaNamed(`/svc-api/schemas/${name}`)).toBe(name);
    for (const wrong of [
      'short-text',
      '/svc-api/schemas/',
      '/svc-api/schemas/unknown',
      '/svc-api/schemas/constructor',
      '/svc-api/schemas/Short-Text',
      '/svc-api/schemas/short-text#',
      '/svc-api/schemas/short-text/',
      'https://acme.example.com/svc-api/schemas/short-text',
    ]) {
      expect(baseSchemaNamed(wrong), wrong).toBeNull();
    }
  });
});
