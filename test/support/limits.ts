/** The default limits of services in tests. */
import type { ServiceOptions } from '../../server/service/options.ts';

export const limits: ServiceOptions['limits'] = {
  requestsPerMinute: 1_000_000,
  bodyBytes: 100_000_000,
  headerBytes: 8192,
  requestMs: 5000,
  headerMs: 10_000,
  bodyMs: 60_000,
  paceMs: 10_000,
  keepAliveMs: 72_000,
  connectionsPerAddress: 10_000,
  databaseConnections: 8,
  // Longer than in production: a machine that is stopped for some seconds is no reason to fail.
  databaseSilenceMs: 20_000,
  databasePooling: 'auto',
  replicaUrls: [],
  slowStatementMs: 0,
  eventDays: 60,
  unreferencedFileHours: 24,
};
