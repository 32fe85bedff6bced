/** The work of a rotation in the process of a command: it needs no running service. */
import { openStorage } from '../files/open-storage.ts';
import type { FollowingRing } from '../identity/auth/key-ring.ts';
import { type RotationWorker, startRotationWork } from '../keys/rotation-work.ts';
import type { Database } from '../platform/database/database.ts';
import type { Config } from '../settings/config.ts';

export async function startRotationOfCommand(
  files: Config['files'],
  database: Database,
  ring: FollowingRing,
  nodeId: string,
): Promise<RotationWorker> {
  const storage = await openStorage(files);
  // A service that runs does the same work and reports what fails; the command shows how far it is.
  return startRotationWork({
    ...{ isRunning: true, database, ring, storage, nodeId },
    isWaiting: async () => true,
    onError: () => undefined,
  });
}
