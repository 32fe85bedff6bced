/**
 * A client that a foreign generator writes from the document of a running service: compiled strictly together with a
 * program that uses it, then run against the service.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type TestClient, type TestService, testService } from '../support/service.ts';
import type { OpenApiDocument } from './part-of-document.ts';

export interface Judged {
  readonly service: TestService;
  readonly document: JudgedDocument;
  /** For generated files; packages of the judges can be imported from here. */
  readonly folder: string;
  /** Type errors of the program, which imports the generated files; none if it compiles. */
  compile(program: string): Promise<string>;
  /** What the program answers to the five calls. */
  run(): Promise<FiveCalls>;
  stop(): Promise<void>;
}

export interface JudgedDocument extends OpenApiDocument {
  readonly servers: readonly { readonly url: string }[];
  readonly components: OpenApiDocument['components'] & {
    readonly securitySchemes: {
      readonly oauth2: { readonly flows: { readonly clientCredentials: { readonly tokenUrl: string } } };
    };
  };
}

/** The result of each call as the generated client reports it. */
export interface FiveCalls {
  readonly created: { readonly status: number; readonly name: string };
  readonly read: { readonly status: number; readonly name: string };
  readonly listed: { readonly status: number; readonly names: readonly string[] };
  readonly removed: number;
  readonly afterwards: number;
}

export const fiveCalls: FiveCalls = {
  created: { status: 201, name: 'Courses' },
  read: { status: 200, name: 'Courses' },
  listed: { status: 200, names: ['Courses'] },
  removed: 204,
  afterwards: 404,
};

const run = promisify(execFile);
const modules = join(import.meta.dirname, '../../node_modules');
const compiler = join(modules, 'typescript/bin/tsc');

/** A folder of its own for a program, in which packages can be imported. */
async function programFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-program-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }');
  await symlink(modules, join(folder, 'node_modules'));
  return folder;
}

export async function judged(): Promise<Judged> {
  const service = await testService();
  const client = await service.client(await service.openAccount('acme'));
  const document = (await (await fetch(`${service.url}/svc-api/openapi.json`)).json()) as JudgedDocument;
  const folder = await programFolder();
  return {
    service,
    document,
    folder,
    async compile(program) {
      await writeFile(join(folder, 'program.ts'), program);
      const options = ['--strict', '--target', 'es2023', '--module', 'commonjs', '--moduleResolution', 'bundler'];
      const more = ['--ignoreConfig', '--skipLibCheck', '--rootDir', '.', '--outDir', 'out', 'program.ts'];
      return run(process.execPath, [compiler, ...options, ...more], { cwd: folder }).then(
        ({ stdout }) => stdout,
        ({ stdout }: { stdout: string }) => stdout,
      );
    },
    async run() {
      const { calls } = createRequire(import.meta.url)(join(folder, 'out/program.js')) as {
        calls: (token: string) => Promise<FiveCalls>;
      };
      return calls(await tokenFrom(document, client));
    },
    async stop() {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The first call: the document says where tokens are. */
async function tokenFrom({ components }: JudgedDocument, { credentials }: TestClient): Promise<string> {
  const { tokenUrl } = components.securitySchemes.oauth2.flows.clientCredentials;
  const { clientId, clientSecret } = credentials;
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const answer = await fetch(tokenUrl, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}
