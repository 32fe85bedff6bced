/** Neither the service nor the muster command opens a connection to PostgreSQL without its time limits. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = globSync('{server,cli}/**/*.ts', { cwd: root, exclude: ['**/node_modules/**', '**/*.test.ts'] });

test('every connection is opened by the settings of server/platform/database/connection.ts', () => {
  const opening = files.filter((file) => /new pg\.(Client|Pool)\(/.test(readFileSync(join(root, file), 'utf8')));
  expect(opening.length).toBeGreaterThan(2);
  const unlimited = opening.filter((file) => !readFileSync(join(root, file), 'utf8').includes('connectionConfig('));
  expect(unlimited).toEqual([]);
});
