/** What the banner of the first start says about the demo: its credentials, and requests to try. */
import { rows } from '@muster/server/start/banner.ts';
import type { DemoCredentials } from './credentials-file.ts';

export const firstSteps = (credentials: DemoCredentials, path: string): string[] => [
  credentialRows(credentials, path),
  requestsToTry(credentials),
];

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
function requestsToTry({ baseUrl, authUrl, clientId, clientSecret, apiKey }: DemoCredentials): string {
  return `Try it:

  TOKEN=$(curl -s ${authUrl}/connect/token -d grant_type=client_credentials \\
    -d client_id=${clientId} -d client_secret=${clientSecret} \\
    | sed 's/.*"access_token": *"\\([^"]*\\)".*/\\1/')
  curl -s ${baseUrl}/svc-api/taxonomies -H "Authorization: Bearer $TOKEN" -H 'Api-Version: 2024-11-01'

As older systems do:

  curl -s '${baseUrl}/api/v3/leaves?date=since,today&fields=id,leaveAccount.name&paging=0,5' \\
    -H 'Authorization: svc application=${apiKey}'`;
}
