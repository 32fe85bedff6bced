/** The settings that limit HTTP connections. */
import { type ReadSetting, wholeNumber } from './setting.ts';

export interface ConnectionLimits {
  readonly headerMs: number;
  readonly bodyMs: number;
  readonly paceMs: number;
  readonly keepAliveMs: number;
  readonly connectionsPerAddress: number;
}

export const connectionSettings = {
  headerMs: wholeNumber(
    'MUSTER_HEADER_MS',
    10_000,
    // Node refuses more.
    [100, 300_000],
    'How long the headers of a request may take to arrive, in milliseconds.',
  ),
  bodyMs: wholeNumber(
    'MUSTER_BODY_MS',
    60_000,
    [100, 3_600_000],
    'How long a request body may take to arrive, and each part of a response to be read, in milliseconds; file uploads may take longer.',
  ),
  paceMs: wholeNumber(
    'MUSTER_PACE_MS',
    10_000,
    [100, 3_600_000],
    'How often the speed of a request body is checked, in milliseconds; less than 1 KB per second is refused.',
  ),
  keepAliveMs: wholeNumber(
    'MUSTER_KEEP_ALIVE_MS',
    72_000,
    [1000, 3_600_000],
    'How long an idle connection stays open after a response, in milliseconds; set it longer than the idle time of a proxy in front.',
  ),
  connectionsPerAddress: wholeNumber(
    'MUSTER_CONNECTIONS_PER_ADDRESS',
    256,
    [1, 1_000_000],
    'How many connections one address may hold; the addresses of trusted proxies may hold any number.',
  ),
};

export const readConnectionSettings = (read: ReadSetting): ConnectionLimits => ({
  headerMs: read(connectionSettings.headerMs),
  bodyMs: read(connectionSettings.bodyMs),
  paceMs: read(connectionSettings.paceMs),
  keepAliveMs: read(connectionSettings.keepAliveMs),
  connectionsPerAddress: read(connectionSettings.connectionsPerAddress),
});
