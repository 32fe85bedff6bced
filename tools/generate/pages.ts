/** The tables of docs/generated as Markdown. */
import { type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { type Family, type ScopeFamily, scopeFamilies, scopesIn } from '@muster/contract/scopes.ts';
import { routes } from '@muster/server/http/api/routes.ts';
import { settings } from '@muster/server/settings/config.ts';

const all: readonly Resource[] = Object.values(resources);

const code = (text: string): string => `\`${text}\``;
const codes = (texts: readonly string[], none: string): string => texts.map(code).join(', ') || none;
const cell = (text: string): string => text.replaceAll('|', '\\|');

function table(header: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |\n`;
  return [header, header.map(() => '---'), ...rows].map(line).join('');
}

export function page(
  title: string,
  introduction: string,
  header: readonly string[],
  rows: readonly string[][],
): string {
  return pageOf(title, introduction, table(header, rows));
}

const pageOf = (title: string, introduction: string, content: string): string =>
  `# ${title}\n\n${introduction} Written by \`npm run generate\`.\n\n${content}`;

export const routesPage = (): string =>
  page(
    'Routes',
    'Every address of the current API. One of the scopes is needed.',
    ['Method', 'Address', 'Scopes', 'Beta'],
    routes.map(({ method, url, scopes, resource }) => [
      method,
      code(url.replace(':id', '{id}')),
      codes(scopesIn(scopes), 'any token'),
      resource.isBeta ? 'beta' : '',
    ]),
  );

export const eventsPage = (): string =>
  page(
    'Events',
    'Every topic that is recorded. A caller sees it with `events.readonly` and one of the scopes.',
    ['Topic', 'Scopes'],
    all.flatMap((resource) =>
      resource.events.map((verb) => [
        code(`${resource.type}.${verb}`),
        codes(scopesIn(scopesFor(resource, 'read')), 'any token'),
      ]),
    ),
  );

export const scopesPage = (): string =>
  page(
    'Scopes',
    'Every scope that can be granted, with the collections that it opens today.',
    ['Scope', 'Covers', 'Criticality', 'Opens'],
    Object.entries<ScopeFamily>(scopeFamilies).flatMap(([family, { covers, readonly, readwrite }]) => {
      const opened = all
        .filter(({ scopes }) => scopes !== 'any-token' && scopes.includes(family as Family))
        .map(({ path }) => path);
      return [
        [code(`${family}.readonly`), `read ${covers}`, readonly, codes(opened, '–')],
        ...(readwrite
          ? [[code(`${family}.readwrite`), `read and write ${covers}`, readwrite, codes(opened, '–')]]
          : []),
      ];
    }),
  );

export const settingsTable = (): string =>
  table(
    ['Name', 'Default', 'Meaning', 'Allowed'],
    settings.map(({ name, shownDefault, meaning, allowed }) => [code(name), shownDefault, meaning, allowed]),
  );
