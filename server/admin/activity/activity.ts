/** What happens after each response: it is added to the request log, and marks its application as used. */
import { apiKeys } from '@muster/contract/administration/api-keys.ts';
import { clientApplications } from '@muster/contract/administration/client-applications.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Answered, startRequestLog } from './request-log.ts';
import { startUses } from './uses.ts';

export interface Activity {
  /** Costs a request next to nothing; nobody waits. */
  onAnswered(answered: Answered): void;
  /** Writes pending entries. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export function startActivity(options: {
  readonly database: Database;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}): Activity {
  const log = startRequestLog(options);
  const applications = startUses(clientApplications, options);
  const keys = startUses(apiKeys, options);
  return {
    onAnswered(answered) {
      const { accountId, clientApplicationId, apiKeyId } = answered;
      log.note(answered);
      if (clientApplicationId !== null) applications.note(accountId, clientApplicationId);
      if (apiKeyId !== null) keys.note(accountId, apiKeyId);
    },
    async flush() {
      await log.flush();
      await applications.flush();
      await keys.flush();
    },
    async stop() {
      await log.stop();
      await applications.stop();
      await keys.stop();
    },
  };
}
