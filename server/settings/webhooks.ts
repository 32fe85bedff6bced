/** The settings of webhooks: allowed networks, retry times and suspension. */
import { isIP } from 'node:net';
import { type ReadSetting, type Setting, wholeNumber } from './setting.ts';

export interface WebhooksConfig {
  /** Private networks that may be called. null: loopback if the public address is localhost, otherwise none. */
  readonly networks: readonly string[] | null;
  readonly attemptMs: number;
  readonly parallelMax: number;
  readonly waitsMs: readonly number[];
  readonly warningDays: readonly number[];
  readonly suspensionDays: number;
}

/** The networks that `loopback` means in the list of networks. */
export const loopbackNetworks: readonly string[] = ['127.0.0.0/8', '::1/128'];

/** In seconds: twelve attempts, the last one four days and four hours after the first. */
const standardWaits = [5, 30, 120, 600, 3600, 10_800, 28_800, 57_600, 86_400, 86_400, 86_400];

function wholeNumbers(name: string, fallback: readonly number[], most: number, meaning: string) {
  const parse = (text: string) => {
    const parts = text.split(',').map((part) => part.trim());
    const isRight = parts.length <= 100 && parts.every((part) => /^[1-9]\d{0,8}$/.test(part) && Number(part) <= most);
    return isRight ? parts.map(Number) : undefined;
  };
  const allowed = `a comma-separated list of up to 100 whole numbers from 1 to ${most}`;
  const shownDefault = fallback.join(',');
  return { name, shownDefault, meaning, allowed, isSecret: false, fallback, parse } satisfies Setting<
    readonly number[]
  >;
}

export const webhookSettings = {
  webhookNetworks: {
    name: 'MUSTER_WEBHOOK_NETWORKS',
    shownDefault: 'loopback while the public address is localhost, else none',
    meaning: 'Private networks that webhooks may call, also over plain http.',
    allowed: 'none, or a comma-separated list of loopback and of networks such as 10.0.0.0/8',
    isSecret: false,
    fallback: null,
    parse: parseWebhookNetworks,
  } satisfies Setting<readonly string[] | null>,
  webhookAttemptMs: wholeNumber(
    'MUSTER_WEBHOOK_ATTEMPT_MS',
    10_000,
    [1, 600_000],
    'How long a webhook may take to respond, in milliseconds.',
  ),
  webhookParallelMax: wholeNumber(
    'MUSTER_WEBHOOK_PARALLEL_ATTEMPTS',
    10,
    [1, 100],
    'How many concurrent requests are sent to one webhook endpoint.',
  ),
  webhookWaits: wholeNumbers(
    'MUSTER_WEBHOOK_WAITS',
    standardWaits,
    31_536_000,
    'Seconds to wait before the second attempt of a delivery, before the third, and so on.',
  ),
  webhookWarningDays: wholeNumbers(
    'MUSTER_WEBHOOK_WARNING_DAYS',
    [1, 3],
    3650,
    'After how many days without success a warning about a webhook endpoint is recorded.',
  ),
  webhookSuspensionDays: wholeNumber(
    'MUSTER_WEBHOOK_SUSPENSION_DAYS',
    5,
    [1, 3650],
    'After how many days without success a webhook endpoint is suspended.',
  ),
};

export const readWebhookSettings = (read: ReadSetting): WebhooksConfig => ({
  networks: read<readonly string[] | null>(webhookSettings.webhookNetworks),
  attemptMs: read(webhookSettings.webhookAttemptMs),
  parallelMax: read(webhookSettings.webhookParallelMax),
  waitsMs: read<readonly number[]>(webhookSettings.webhookWaits).map((seconds) => seconds * 1000),
  warningDays: read<readonly number[]>(webhookSettings.webhookWarningDays),
  suspensionDays: read(webhookSettings.webhookSuspensionDays),
});

function parseWebhookNetworks(text: string): readonly string[] | undefined {
  if (text === 'none') return [];
  const parts = text.split(',').map((part) => part.trim());
  const isRight = parts.every((part) => part === 'loopback' || isNetwork(part));
  return isRight ? parts.flatMap((part) => (part === 'loopback' ? loopbackNetworks : [part])) : undefined;
}

function isNetwork(text: string): boolean {
  const [, address = '', bits = ''] = /^(.+)\/(\d{1,3})$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128);
}

/** A service whose public address is localhost may call this machine; any other needs an explicit list. */
export function permittedNetworks({ networks }: WebhooksConfig, publicUrl: string): readonly string[] {
  if (networks !== null) return networks;
  const { hostname } = new URL(publicUrl);
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname) ? loopbackNetworks : [];
}
