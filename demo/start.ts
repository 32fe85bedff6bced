/** The service with the demo account in an installation without accounts: what `npm start` runs. */
import { start } from '@muster/server/start/start.ts';

export const startWithDemo = (environment: NodeJS.ProcessEnv): Promise<never> =>
  start(environment, async () => (await import('./demo-data.ts')).demoData);
