// The page at the root of the service: what this is, where everything else is, and a first request to try.
import { codeBlock, escapeHtml, page } from './page.ts';

export type WelcomeAddresses = { readonly baseUrl: string; readonly authUrl: string };

const places = [
  ['/docs', 'Reference', 'Every operation, its parameters and its answers'],
  ['/svc-api/openapi.json', 'OpenAPI description', 'The same for tools and client generators'],
  ['/problems', 'Problems', 'What each error means and what to do about it'],
  ['/health/ready', 'Health', 'Whether the service is ready to answer'],
] as const;

const place = ([href, name, note]: (typeof places)[number]): string =>
  `<li><a href="${href}"><strong>${escapeHtml(name)}</strong><span class="note">${escapeHtml(note)}</span></a></li>`;

const tokenRequest = (authUrl: string): string => `curl ${authUrl}/connect/token \\
  -d grant_type=client_credentials \\
  -d 'client_id=<CLIENT_ID>' \\
  -d 'client_secret=<CLIENT_SECRET>'`;

const firstRequest = (baseUrl: string): string => `curl ${baseUrl}/svc-api/taxonomies \\
  -H 'Authorization: Bearer <ACCESS_TOKEN>' \\
  -H 'Api-Version: 2024-11-01'`;

export const welcomePage = ({ baseUrl, authUrl }: WelcomeAddresses): string =>
  page(
    'Muster, the open employee data service',
    `<h1>Your people data, behind one API</h1>
<p class="lead">Muster is a self-hosted system of record for a company’s people: who they are, where they work, under which contract, and what you choose to know about them. Everything is read and written through one REST API in JSON, and every change is an event.</p>
<ul class="rows plain">
${places.map(place).join('\n')}
</ul>
<h2>A first request</h2>
<p>Get an access token with the credentials of a client application. Those of the demo are in <code>credentials.json</code> in the data folder.</p>
${codeBlock('Request for an access token', 'shell', tokenRequest(authUrl))}
<p>Then list the taxonomies of the account with the <code>access_token</code> of the answer. It is good for 30 minutes.</p>
${codeBlock('First request', 'shell', firstRequest(baseUrl))}`,
  );
