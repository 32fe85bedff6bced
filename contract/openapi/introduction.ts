/** The introduction of the reference: what all operations have in common. */
import type { Resource } from '../kit/resource.ts';
import { limits } from '../limits.ts';
import { type ScopeFamily, scopeFamilies } from '../scopes.ts';
import { apiVersion } from '../version.ts';
import type { Json } from './schemas.ts';
import { capitalized, wordsOf } from './words.ts';

export const introduction = (baseUrl: string, authUrl: string): string =>
  `
The system of record for a company's people, behind one REST API in JSON. Every change is an event.

## First request

\`\`\`sh
curl ${authUrl}/connect/token \\
  -d grant_type=client_credentials \\
  -d 'client_id=<CLIENT_ID>' \\
  -d 'client_secret=<CLIENT_SECRET>'

curl ${baseUrl}/svc-api/schemas \\
  -H 'Authorization: Bearer <ACCESS_TOKEN>' \\
  -H 'Api-Version: ${apiVersion}'
\`\`\`

A client application is declared by an administrator of the account, with the scopes and the business establishments that it may see. Its token is good for 30 minutes, for one account; ask for a new one in each run.

## Conventions

- **Version**: every request carries \`Api-Version: ${apiVersion}\`.
- **Pages**: a list answers at most \`limit\` items (${limits.pageDefault} unless asked, ${limits.pageMax} at most). Ask with \`include=links\` and follow \`links.next.href\` until it is null. No item that stays in the result is skipped or repeated, whatever changes meanwhile.
- **Whole collections**: a list asked with \`Accept: application/x-ndjson\` or \`text/csv\` streams every item as of one moment. The header \`Muster-Event-Position\` names the event to follow after, so a copy stays exact.
- **Filters**: \`name=a,b\` means one of them, \`-name=a\` none of them, \`null\` no value, \`name.between=a--b\` a range. A comma inside a value is written \`\\,\`. An unknown parameter is refused, so that a typing error never returns everything.
- **Synchronisation**: \`lastUpdatedAt.between=<moment>--..\` finds what has changed; events tell it without asking for everything.
- **Representation**: every member is present, null when it has no value. \`links\` and \`embedded\` are null unless asked for with \`include\`.
- **Changes**: \`PATCH\` merges. Send \`If-Match\` with the \`ETag\` that you have read, and nobody's change is lost.
- **Creations**: send an \`Idempotency-Key\`, and a repeated request creates nothing twice.
- **Errors**: \`application/problem+json\`; \`type\` is a page that explains the problem, \`errors\` names each invalid member, \`extensions.traceId\` finds the log line.
- **Quota**: \`RateLimit\` tells how many requests are left; beyond it the answer is 429 with \`Retry-After\`.
- **Moments** are UTC in ISO 8601; dates are \`YYYY-MM-DD\`. Texts come with their translations in \`t9n\`.
- **Beta** operations may change without notice. New members, new values of enumerations and new event topics are no breaking changes.
`.trim();

export const administrationIntroduction = `
What the people who run an account look after, under the same conventions as the API for client applications: pages, filters, entity tags, problems. The console uses nothing else.

- **Who**: a person who is signed in, known by a cookie that no page can read. A role decides what is open: \`owner\`, \`administrator\`, \`auditor\`, \`hr\`, \`manager\` or \`integrations\`.
- **From where**: whatever changes something must come from a page of the service itself (\`Sec-Fetch-Site: same-origin\`, or \`Origin\`).
- **Kept**: each change is kept in the transaction that makes it, with who made it and how it was before and after; never secrets.
- **Secrets** are shown by the answer to their creation, and never again.
- People may call the API for client applications in the same way, within their role.
`.trim();

export function tagOf(resource: Resource): Json {
  const topics = resource.events.map((verb) => `\`${resource.type}.${verb}\``);
  return {
    name: resource.path,
    'x-displayName': capitalized(wordsOf(resource.path)),
    description: [
      resource.summary,
      ...(resource.isBeta ? ['**Beta.**'] : []),
      ...(topics.length > 0 ? [`Records the events ${topics.join(', ')}.`] : []),
    ].join('\n\n'),
  };
}

export function scopeDescriptions(): Record<string, string> {
  const families = Object.entries<ScopeFamily>(scopeFamilies);
  return Object.fromEntries(
    families.flatMap(([name, { covers, readonly, readwrite }]) => [
      [`${name}.readonly`, `Read ${covers}. Criticality: ${readonly}.`],
      ...(readwrite ? [[`${name}.readwrite`, `Read and write ${covers}. Criticality: ${readwrite}.`]] : []),
    ]),
  );
}
