/**
 * Builds the console as the last step of `npm ci`. An installation without development tools (`npm ci --omit=dev`)
 * cannot build it and is whole without it: the service then says how to get it.
 */
import { join } from 'node:path';

const vite = await import('vite').catch(() => null);
if (vite === null) {
  console.log('The console is not built: the development tools are left out.');
} else {
  const configFile = join(import.meta.dirname, '../console/vite.config.ts');
  await vite.build({ configFile, logLevel: 'warn' });
}
