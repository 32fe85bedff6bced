/** The paths of the parts of a resource, relative to the root of the repository. */
import { access } from 'node:fs/promises';
import type { Names } from './names.ts';

export const places = {
  migrations: 'server/platform/database/migrations/',
  resources: 'contract/resources.ts',
  scopes: 'contract/scopes.ts',
  examples: 'contract/examples.ts',
  sandboxMembers: 'server/admin/sandboxes/treatments.ts',
  sandboxTables: 'server/admin/sandboxes/sandbox-tables.ts',
  consoleScopes: ['de', 'es', 'fr', 'it', 'nl'].map((language) => `console/app/texts/${language}/scopes.ts`),
  declaration: ({ path }: Names) => `contract/resources/${path}.ts`,
  administrationDeclaration: ({ path }: Names) => `contract/administration/${path}.ts`,
  example: ({ type }: Names) => `contract/example-of-${type}.ts`,
  /** The path in an import of another file of the contract. */
  importOf: (file: string) => file.replace(/^contract\//, './'),
} as const;

export const existsIn = (root: string, file: string): Promise<boolean> =>
  access(new URL(file, root)).then(
    () => true,
    () => false,
  );
