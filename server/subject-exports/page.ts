/**
 * The page of an archive that a person can read: everything of the archive in words and names, in one language. Written
 * piece by piece, so that its length does not matter. It has no scripts and loads nothing.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import type { Session } from '../platform/database/database.ts';
import type { JsonObject } from '../platform/verbs/body.ts';
import { families, namedIn, recordedFamilies, rowsOf, versionsAbout } from './families.ts';
import {
  escaped,
  fileLink,
  type HtmlContext,
  momentIn,
  pageStyle,
  rowTable,
  tableEnd,
  tableLine,
  tableStart,
} from './html.ts';
import { readsAbout } from './reads-about.ts';

export interface PageOrder {
  readonly session: Session;
  readonly employeeId: string;
  readonly account: string;
  /** The moment that the archive shows. */
  readonly now: Date;
  readonly shown: HtmlContext;
  readonly files: readonly { readonly path: string; readonly size: number }[];
  /** A row as an object. */
  readonly parse: (text: string) => JsonObject;
}

export async function* pageOf(order: PageOrder): AsyncGenerator<string> {
  const { session, employeeId, account, now, shown, parse } = order;
  const { labels } = shown;
  let name = '';
  for await (const texts of rowsOf(session, employees, employeeId)) {
    const row = parse(texts[0] ?? '{');
    name = `${String(row.givenName)} ${String(row.familyName)}`;
  }
  const title = escaped(labels.sentence('title', { name }));
  const sections = [
    ...families.map(({ type }) => [type, labels.family(type)] as const),
    ...(['files', 'named', 'changes', 'reads'] as const).map((one) => [one, labels.sentence(one)] as const),
  ];
  yield `<!DOCTYPE html>
<html lang="${labels.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escaped(labels.sentence('intro', { account }))}</p>
<p>${escaped(labels.sentence('asOf', { moment: `${momentIn(labels, now.toISOString())} UTC` }))}</p>
<nav aria-label="${escaped(labels.sentence('contents'))}">
<ul>
${sections.map(([id, label]) => `<li><a href="#${id}">${escaped(label)}</a></li>`).join('\n')}
</ul>
</nav>
`;
  for (const resource of families) yield* familySection(order, resource);
  yield* fileSection(order);
  yield* namedSection(order);
  yield* changeSection(order);
  yield* readSection(order);
  yield '</main>\n</body>\n</html>\n';
}

const heading = (id: string, label: string): string => `<h2 id="${id}">${escaped(label)}</h2>\n`;

const nothing = ({ shown: { labels } }: PageOrder): string => `<p>${escaped(labels.sentence('nothing'))}</p>\n`;

async function* familySection(order: PageOrder, resource: Resource): AsyncGenerator<string> {
  const { session, employeeId, shown, parse } = order;
  yield heading(resource.type, shown.labels.family(resource.type));
  let isEmpty = true;
  for await (const texts of rowsOf(session, resource, employeeId)) {
    isEmpty = false;
    const rows = texts.map(parse);
    await shown.names.load(rows);
    for (const row of rows) yield rowTable(shown, resource, row);
  }
  if (isEmpty) yield nothing(order);
}

function* fileSection(order: PageOrder): Generator<string> {
  const { labels } = order.shown;
  yield heading('files', labels.sentence('files'));
  if (order.files.length === 0) {
    yield nothing(order);
    return;
  }
  yield tableStart([labels.sentence('name'), labels.sentence('size')]);
  const numbers = new Intl.NumberFormat(labels.language);
  for (const { path, size } of order.files) yield tableLine([fileLink(path), `${escaped(numbers.format(size))} B`]);
  yield tableEnd;
}

async function* namedSection(order: PageOrder): AsyncGenerator<string> {
  const { session, employeeId, shown } = order;
  const { labels } = shown;
  yield heading('named', labels.sentence('named'));
  const lines: string[] = [];
  for await (const rows of namedIn(session, employeeId)) {
    const [{ type, member } = { type: '', member: '' }] = rows;
    lines.push(tableLine([escaped(labels.family(type)), escaped(labels.member(member)), String(rows.length)]));
  }
  if (lines.length === 0) {
    yield nothing(order);
    return;
  }
  yield tableStart([labels.sentence('what'), labels.sentence('members'), labels.sentence('times')]);
  yield* lines;
  yield tableEnd;
}

async function* changeSection(order: PageOrder): AsyncGenerator<string> {
  const { session, employeeId, shown, parse } = order;
  const { labels } = shown;
  yield heading('changes', labels.sentence('changes'));
  yield tableStart((['when', 'who', 'what', 'how', 'members'] as const).map((one) => labels.sentence(one)));
  for (const resource of recordedFamilies) {
    for await (const { texts } of versionsAbout(session, resource, employeeId)) {
      for (const text of texts) {
        const { recordedAt, author, verb, changedAttributes } = parse(text);
        const changed = (changedAttributes as string[]).map((name) => labels.member(name));
        yield tableLine([
          escaped(momentIn(labels, String(recordedAt))),
          escaped((author as { name: string }).name),
          escaped(labels.family(resource.type)),
          escaped(labels.value(String(verb))),
          escaped(changed.join(', ')),
        ]);
      }
    }
  }
  yield tableEnd;
}

const membersIn = ({ members }: JsonObject): Record<string, string[]> => members as Record<string, string[]>;

const asDefinition = (id: string) => ({ id, type: employeeAttributeDefinitions.type });

async function* readSection(order: PageOrder): AsyncGenerator<string> {
  const { session, employeeId, shown } = order;
  const { labels } = shown;
  yield heading('reads', labels.sentence('reads'));
  let isEmpty = true;
  for await (const entries of readsAbout(session, employeeId)) {
    if (isEmpty) yield tableStart((['when', 'who', 'what', 'purpose'] as const).map((one) => labels.sentence(one)));
    isEmpty = false;
    // Of attribute values, an entry names the definitions.
    const definitions = (entry: JsonObject) => membersIn(entry)[employeeAttributes.path] ?? [];
    await shown.names.load(entries.flatMap(definitions).map(asDefinition));
    for (const entry of entries) {
      const { occurredAt, reader, purpose } = entry;
      const what = Object.entries(membersIn(entry)).flatMap(([family, names]) =>
        names.map((name) =>
          family === employeeAttributes.path
            ? (shown.names.of(asDefinition(name)) ?? labels.family(employeeAttributes.type))
            : labels.member(name),
        ),
      );
      yield tableLine([
        escaped(momentIn(labels, String(occurredAt))),
        escaped((reader as { name: string }).name),
        escaped(what.join(', ')),
        escaped(typeof purpose === 'string' ? purpose : ''),
      ]);
    }
  }
  yield isEmpty ? nothing(order) : tableEnd;
}
