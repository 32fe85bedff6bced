/** The text that the service prints after its start: the addresses and, the first time, how to use it. */
import type { ProcessRole } from '../settings/config.ts';
import { loopbackNetworks } from '../settings/webhooks.ts';

export interface Addresses {
  readonly baseUrl: string;
  readonly authUrl: string;
}

export interface BannerOptions extends Addresses {
  /** Paragraphs that only the first start shows, because they contain secrets. */
  readonly firstSteps: readonly string[];
  /** Networks that webhooks may call in addition to the public internet. */
  readonly webhookNetworks: readonly string[];
  readonly role: ProcessRole;
}

export function banner({ baseUrl, authUrl, firstSteps, webhookNetworks, role }: BannerOptions): string {
  const isPlain = [baseUrl, authUrl].some((url) => url.startsWith('http:'));
  const inner = webhookNetworks.length === 0 ? [] : [innerNetworks(webhookNetworks)];
  if (role === 'worker') {
    const paragraphs = [`Muster works for ${baseUrl}, where others answer.`, ...inner, 'Stop it with Ctrl-C.'];
    return `\n${indented(paragraphs.join('\n\n'))}\n\n`;
  }
  const paragraphs = [
    rows('Muster is ready.', [
      ['API', `${baseUrl}/svc-api`],
      ['Tokens', `${authUrl}/connect/token`],
      ['Reference', `${baseUrl}/docs`],
      ['Console', `${baseUrl}/console/`],
      ['Health', `${baseUrl}/health/ready`],
    ]),
    ...firstSteps,
    ...(isPlain
      ? ['This is a development instance: it speaks plain HTTP. In front of anything else, terminate TLS.']
      : []),
    ...inner,
    'Stop it with Ctrl-C.',
  ];
  return `\n${indented(paragraphs.join('\n\n'))}\n\n`;
}

function innerNetworks(networks: readonly string[]): string {
  const isLoopback = networks.every((network) => loopbackNetworks.includes(network));
  const places = isLoopback ? 'this machine' : networks.join(', ');
  return `Webhooks may call ${places}, also by plain HTTP; MUSTER_WEBHOOK_NETWORKS=none forbids it.`;
}

/** A title, and a table of names and values below it. */
export function rows(title: string, entries: readonly (readonly [string, string])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length)) + 2;
  return [title, '', ...entries.map(([name, value]) => `  ${name.padEnd(width)}${value}`)].join('\n');
}

/** The indented curl command can still be pasted: its lines may continue at any column. */
const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ');
