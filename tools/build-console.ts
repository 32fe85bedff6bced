/**
 * Builds the console as the last step of `npm ci`. A build takes its place only when it is whole, so that a service that
 * runs meanwhile always has one. An installation without development tools (`npm ci --omit=dev`) cannot build it and is
 * whole without it: the service then says how to get it.
 */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../console');
const built = join(folder, 'dist');
const fresh = join(folder, `dist-${process.pid}`);
const former = join(folder, `dist-${process.pid}-former`);

// Anyone who asks for it: a test runner has a mode of its own, for which the libraries bring everything twice as large.
process.env.NODE_ENV = 'production';

const vite = await import('vite').catch(() => null);
if (vite === null) {
  console.log('The console is not built: the development tools are left out.');
} else {
  await vite.build({ configFile: join(folder, 'vite.config.ts'), logLevel: 'warn', build: { outDir: fresh } });
  // The first build finds none.
  await rename(built, former).catch(() => undefined);
  await rename(fresh, built);
  await rm(former, { recursive: true, force: true });
}
