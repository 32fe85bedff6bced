/** A demo company with the command line, as a reader of the documents has it, and the values that replace examples. */
import { execFile } from 'node:child_process';
import { chmod, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DemoCredentials } from '../../../demo/credentials-file.ts';
import { createDemoIfEmpty } from '../../../demo/demo.ts';
import { type BulkService, bulkService } from '../commands/bulk.ts';
import { runMusterLine } from '../muster-line.ts';
import { type CallOptions, call, type Reply, tokenFor } from '../service.ts';
import { root } from '../started-service.ts';

export interface World {
  readonly service: BulkService;
  readonly credentials: DemoCredentials;
  readonly token: string;
  /** Texts of documents, and their replacements in this run. */
  readonly meant: Map<string, string>;
  /** The output or response of the last block. */
  last: string;
  /** As the client application of the demo. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  /** In a folder with `data/` and `node_modules/`; returns the output. */
  sh(text: string): Promise<string>;
  muster(line: string): Promise<string>;
  stop(): Promise<void>;
}

const exec = promisify(execFile);

export async function documentWorld(): Promise<World> {
  const service = await bulkService();
  const { folder, env, database, addresses, actor, now, url } = service;
  const credentials = await createDemoIfEmpty({ database, addresses, actor, now, dataDir: folder });
  if (!credentials) throw new Error('There was a demo already.');
  await Promise.all([
    symlink('.', join(folder, 'data')),
    symlink(join(root, 'node_modules'), join(folder, 'node_modules')),
  ]);
  const shim = await service.file('muster', `#!/bin/sh\nexec "${process.execPath}" "${root}/cli/main.ts" "$@"\n`);
  await chmod(shim, 0o755);
  const token = await tokenFor(url, credentials);
  const shell = { ...env, PATH: `${folder}:${process.env.PATH}`, HOME: folder, BASE: url, TOKEN: token };
  return {
    service,
    credentials,
    token,
    meant: new Map(),
    last: '',
    call: (method, path, options) => call(url, token, method, path, options),
    async sh(text) {
      await service.publisher.publishAll();
      const script = join(folder, 'block.sh');
      await writeFile(script, `set -e\n${text}`);
      return (await exec('bash', [script], { cwd: folder, env: shell })).stdout;
    },
    // Example files are in the folder.
    muster: (line) => runMusterLine(line.replaceAll(/(?<= )([\w-]+\.(csv|ndjson))/g, `${folder}/$1`), shell),
    stop: () => service.stop(),
  };
}
