// Owns how much memory the embedded PostgreSQL takes, and how much log it writes between two checkpoints.
import { totalmem } from 'node:os';

const megabyte = 1024 ** 2;

/** What an installation of a few hundred people never fills, and what one of 100,000 needs. */
const [leastMegabytes, mostMegabytes] = [128, 1024];

/** Of the machine, or of the container that limits it. */
function memoryBytes(): number {
  // 0 or more than the machine has: there is no limit.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * An eighth of the memory: the rest is for the service, and for the file cache of the system, which PostgreSQL relies on.
 * In a cache that is too small, every batch of an import pushes out the index pages of the one before, and reads them again.
 */
export function memorySettings(bytes = memoryBytes()): Readonly<Record<string, string>> {
  const share = Math.floor(bytes / 8 / megabyte);
  return { shared_buffers: `${Math.min(mostMegabytes, Math.max(leastMegabytes, share))}MB` };
}
