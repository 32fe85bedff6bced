/**
 * Loads the modules of the service while PostgreSQL starts, which takes about as long. Node loads a module with all that
 * it imports without a pause, in which no signal is heard; hence several, one after the other.
 */
import { setImmediate as turn } from 'node:timers/promises';

const parts = [
  () => import('@muster/contract/resources.ts'),
  () => import('fastify'),
  () => import('undici'),
  () => import('../legacy/serve.ts'),
  () => import('../http/server.ts'),
  () => import('../service/background-work.ts'),
];

export async function loadService() {
  for (const load of parts) {
    await load();
    await turn();
  }
  const { startHere } = await import('./one-process.ts');
  const { startPrimary } = await import('./many-processes.ts');
  const { addressesOf } = await import('./serve.ts');
  return { startHere, startPrimary, addressesOf };
}
