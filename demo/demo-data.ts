/** The demo as the first data of an installation, for the start of the service. */
import type { FirstData } from '@muster/server/start/first-data.ts';
import { credentialsPath } from './credentials-file.ts';
import { createDemoIfEmpty, refreshDemoAddresses } from './demo.ts';
import { firstSteps } from './first-steps.ts';

export const demoData: FirstData = {
  async createIfEmpty(options) {
    const credentials = await createDemoIfEmpty(options);
    return credentials && firstSteps(credentials, credentialsPath(options.dataDir));
  },
  refreshAddresses: refreshDemoAddresses,
};
