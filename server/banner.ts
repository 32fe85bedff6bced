/** The text that the service prints after its start: the addresses and, the first time, how to use it. */
import type { Role } from './config.ts';
import type { DemoCredentials } from './demo/credentials-file.ts';
import { loopbackNetworks } from './webhook-settings.ts';

export interface Addresses {
  readonly baseUrl: string;
  readonly authUrl: string;
}

export interface BannerOptions extends Addresses {
  /** Set only by the start that created the demo: its secrets are shown once. */
  readonly demo: { readonly credentials: DemoCredentials; readonly path: string } | null;
  /** Networks that webhooks may call in addition to the public internet. */
  readonly webhookNetworks: readonly string[];
  readonly role: Role;
}

export function banner({ baseUrl, authUrl, demo, webhookNetworks, role }: BannerOptions): string {
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
    ...(demo === null ? [] : [credentialRows(demo.credentials, demo.path), tryIt(demo.credentials)]),
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

function credentialRows(credentials: DemoCredentials, path: string): string {
  const { account, clientId, clientSecret, apiKey, adminEmail, adminPassword } = credentials;
  return rows(`A demo account was created. Its credentials are kept in ${path}:`, [
    ['Account', account],
    ['Client id', clientId],
    ['Client secret', clientSecret],
    ['API key', apiKey],
    ['Console sign-in', adminEmail],
    ['Password', adminPassword],
  ]);
}

/** Commands that work as they are, with only curl and sed. */
function tryIt({ baseUrl, authUrl, clientId, clientSecret, apiKey }: DemoCredentials): string {
  return `Try it:

  TOKEN=$(curl -s ${authUrl}/connect/token -d grant_type=client_credentials \\
    -d client_id=${clientId} -d client_secret=${clientSecret} \\
    | sed 's/.*"access_token": *"\\([^"]*\\)".*/\\1/')
  curl -s ${baseUrl}/svc-api/taxonomies -H "Authorization: Bearer $TOKEN" -H 'Api-Version: 2024-11-01'

As older systems do:

  curl -s '${baseUrl}/api/v3/leaves?date=since,today&fields=id,leaveAccount.name&paging=0,5' \\
    -H 'Authorization: svc application=${apiKey}'`;
}

function rows(title: string, entries: readonly (readonly [string, string])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length)) + 2;
  return [title, '', ...entries.map(([name, value]) => `  ${name.padEnd(width)}${value}`)].join('\n');
}

/** The indented curl command can still be pasted: its lines may continue at any column. */
const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ');
