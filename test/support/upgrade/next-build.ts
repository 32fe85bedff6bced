/** The next release, as a test imagines it: a copy of this tree in which employees have one member more. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TreeCopy, treeCopy } from '../tree-copy.ts';

export const nextMigrations = {
  expand: '9001-nicknames.sql',
  contract: '9002-no-index-of-remote-ids.sql',
} as const;

/** What is inserted, in which file, before which words. */
const insertions = [
  [
    'contract/resources/employees.ts',
    'employeeNumber: described(',
    `nickname: described(nullable(text({ max: 100 })), 'What colleagues say.'),\n    `,
  ],
  ['server/admin/sandboxes/treatments.ts', `...empty('portrait'),`, `...empty('nickname'),\n    `],
] as const;

const migrations = {
  [nextMigrations.expand]: `-- A new member of employees. Rows that exist have none.
alter table employees add column nickname text;
`,
  [nextMigrations.contract]: `-- Kind: contract
-- Only the former release looks for people in this way.
drop index employees_by_remote_id;
`,
};

export async function nextBuild(): Promise<TreeCopy> {
  // What a service does not run takes longer to copy than the rest.
  const tree = await treeCopy((file) => !/^(test|bench|docs|console)\//.test(file));
  for (const [file, before, inserted] of insertions) {
    const path = join(tree.path, file);
    const text = await readFile(path, 'utf8');
    if (!text.includes(before)) throw new Error(`${file} does not contain "${before}".`);
    await writeFile(path, text.replace(before, inserted + before));
  }
  for (const [name, text] of Object.entries(migrations)) {
    await writeFile(join(tree.path, 'server/platform/database/migrations', name), text);
  }
  return tree;
}
