/** TypeScript blocks of documents: each block is a file, and all files are compiled at once. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../started-service.ts';
import type { Handler } from './handlers.ts';
import type { World } from './world.ts';

/** Declarations for names that documents leave to their reader. */
const given = `
import type { Muster, MusterEvent } from '@muster/client';

declare global {
  const muster: Muster;
  const cursorOfLastTime: string;
  const signal: AbortSignal;
  const request: Request;
  const rawBody: string;
  const newSecret: string;
  const oldSecret: string;
  function save(items: readonly unknown[], cursor: string | null): Promise<void>;
  function secretsOfNow(): Promise<string[]>;
  function loadPosition(): Promise<string>;
  function savePosition(position: string): Promise<void>;
  function handle(event: MusterEvent): Promise<void>;
  function apply(event: unknown): Promise<void>;
  function readAgain(event: unknown): Promise<void>;
  function readEverythingAgain(): Promise<void>;
}
`;

/** Documents import a name where it occurs first. */
const importedOnce = `import { EventsExpiredError, isAbout, verifyWebhook } from '@muster/client';\n`;

const blocks: string[] = [];
export const compiles: Handler = ({ text }) => {
  blocks.push(/^import /m.test(text) ? text : importedOnce + text);
};

const options = {
  extends: join(root, 'tsconfig.json'),
  compilerOptions: { noUnusedLocals: false, types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  include: ['*.ts'],
};

export async function compileAll({ service }: World): Promise<void> {
  const folder = join(service.folder, 'compiled');
  await mkdir(folder);
  const files = blocks.map((text, index) => [`block-${index}.ts`, `${text}\nexport {};\n`] as const);
  for (const [name, text] of [
    ...files,
    ['given.ts', given],
    ['package.json', '{ "type": "module" }'],
    ['tsconfig.json', JSON.stringify(options)],
  ] as const) {
    await writeFile(join(folder, name), text);
  }
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch((error) => {
    throw new Error(error.stdout, { cause: error });
  });
}
