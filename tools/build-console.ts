/**
 * Builds the console as the last step of `npm ci`. A finished build replaces the former one in one step, so that a
 * running service always has one. An installation without development tools (`npm ci --omit=dev`) cannot build it; the
 * service then says how to get it.
 */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../console');
const built = join(folder, 'dist');
const fresh = join(folder, `dist-${process.pid}`);
const former = join(folder, `dist-${process.pid}-former`);

// Always the production mode: in the mode of a test runner, the libraries are twice as large.
process.env.NODE_ENV = 'production';

const vite = await import('vite').catch((error: NodeJS.ErrnoException) => {
  // Any other failure is one: a service without its console must not be taken for a complete one.
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  return null;
});
if (vite === null) {
  console.log('The console is not built: the development tools are left out.');
} else {
  await vite.build({ configFile: join(folder, 'vite.config.ts'), logLevel: 'warn', build: { outDir: fresh } });
  // There is none before the first build.
  await rename(built, former).catch(() => undefined);
  await rename(fresh, built);
  await rm(former, { recursive: true, force: true });
}
