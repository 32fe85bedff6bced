import { phonePattern } from './kit/values.ts';
// The twelve base schemas that attribute definitions are built from, as served under /svc-api/schemas.
// The document of a name never changes, member order included; a change of shape gets a new name.

export type JsonSchema = {
  readonly $schema?: string;
  readonly $id?: string;
  readonly title?: string;
  readonly type: string | readonly string[];
  readonly const?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly additionalProperties?: false;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly readOnly?: true;
};

export const jsonSchemaDialect = 'https://json-schema.org/draft/2020-12/schema';

/** The part of a schema that says "a reference to a resource of this type, or null". */
export const referenceTo = <const Type extends string>(type: Type) =>
  ({
    type: ['object', 'null'],
    additionalProperties: false,
    required: ['id'],
    properties: {
      id: { type: 'string', minLength: 1 },
      type: { type: 'string', const: type, readOnly: true },
      url: { type: 'string', format: 'uri', readOnly: true },
    },
  }) as const satisfies JsonSchema;

export const baseSchemas = {
  'short-text': {
    $schema: jsonSchemaDialect,
    $id: '/svc-api/schemas/short-text',
    title: 'short-text',
    type: ['string', 'null'],
    maxLength: 255,
  },
  'long-text': {
    $schema: jsonSchemaDialect,
    $id: '/svc-api/schemas/long-text',
    title: 'long-text',
    type: ['string', 'null'],
    maxLength: 65_535,
  },
  boolean: {
    $schema: jsonSchemaDialect,
    $id: '/svc-api/schemas/boolean',
    title: 'boolean',
    type: ['boolean', 'null'],
  },
  int32: {
    $schema: jsonSchemaDialect,
    $id: '/svc-api/schemas/int32',
    title: 'int32',
    type: ['integer', 'null'],
    format: 'int32',
    minimum: -2_147_483_648,
    maximum: 2_147_483_647,
  },
  decimal: {
    $schema: jsonSchemaDialect,
    $id: '/svc-api/schemas/decimal',
    title: 'decimal',
    type: ['number', 'null'],
    format: 'decimal',
  },
  'legacy-date': {
    $schema: jsonSchemaDialect,
    $id: '/svc-api/schemas/legacy-date',
    title: 'legacy-date',
    type: ['string', 'null'],
    format: 'date',
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  },
  'phone-number': {
    $schema: jsonSchemaDialect,
    $id: '/svc-api/schemas/phone-number',
    title: 'phone-number',
    type: ['string', 'null'],
    pattern: phonePattern,
  },
  email: {
    $schema: jsonSchemaDialect,
    $id: '/svc-api/schemas/email',
    title: 'email',
    type: ['string', 'null'],
    format: 'email',
    minLength: 3,
    maxLength: 255,
  },
  url: {
    $schema: jsonSchemaDialect,
    $id: '/svc-api/schemas/url',
    title: 'url',
    type: ['string', 'null'],
    format: 'uri',
    pattern: '^[hH][tT][tT][pP][sS]?://',
    maxLength: 2048,
  },
  'file-reference': {
    $schema: jsonSchemaDialect,
    $id: '/svc-api/schemas/file-reference',
    title: 'file-reference',
    ...referenceTo('file'),
  },
  'employee-reference': {
    $schema: jsonSchemaDialect,
    $id: '/svc-api/schemas/employee-reference',
    title: 'employee-reference',
    ...referenceTo('employee'),
  },
  'taxonomy-label-reference': {
    $schema: jsonSchemaDialect,
    $id: '/svc-api/schemas/taxonomy-label-reference',
    title: 'taxonomy-label-reference',
    ...referenceTo('taxonomy-label'),
  },
} as const satisfies Record<string, JsonSchema>;

export type BaseSchemaName = keyof typeof baseSchemas;

export const baseSchemaNames = Object.keys(baseSchemas) as readonly BaseSchemaName[];

export const baseSchemaPath = <Name extends BaseSchemaName>(name: Name) => `/svc-api/schemas/${name}` as const;

const namesByPath: ReadonlyMap<string, BaseSchemaName> = new Map(
  baseSchemaNames.map((name) => [baseSchemaPath(name), name]),
);

/** The base schema a `$ref` names. Only the exact path counts: no host, no fragment, no other case. */
export const baseSchemaNamed = ($ref: string): BaseSchemaName | null => namesByPath.get($ref) ?? null;
