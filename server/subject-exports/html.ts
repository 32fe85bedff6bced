/** Values of rows as HTML. Everything that comes from data is escaped here, and nowhere else is HTML made of data. */
import type { Field } from '@muster/contract/kit/field.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { isObject, type JsonObject } from '../platform/verbs/body.ts';
import type { Labels } from './labels.ts';
import { isReference, type Names } from './names.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Control characters are no part of HTML. */
export const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to leave out
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '')
    .toWellFormed()
    .replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** What the values of a page need. */
export interface HtmlContext {
  readonly labels: Labels;
  readonly names: Names;
  /** The path of a file in the archive, by its id. */
  readonly filePaths: ReadonlyMap<string, string>;
}

const dateForm = /^\d{4}-\d{2}-\d{2}$/;
const momentForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

export const dayIn = (labels: Labels, date: string): string =>
  new Intl.DateTimeFormat(labels.language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date.slice(0, 10)}T00:00:00Z`),
  );

export const momentIn = (labels: Labels, moment: string): string =>
  new Intl.DateTimeFormat(labels.language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(moment),
  );

/** Members that say nothing to a person. */
const technical = new Set(['id', 'url', 'links', 'embedded', 'employee', 'unreadable']);

/** The members of a row with a value, as rows of a table. */
export function rowTable(shown: HtmlContext, resource: Resource, row: JsonObject): string {
  const members = Object.entries(row).filter(
    ([name, value]) => !technical.has(name) && (name !== 'type' || 'type' in resource.fields) && !isEmpty(value),
  );
  const lines = members.map(([name, value]) =>
    line(shown, name, valueHtml(shown, value, isWord(resource.fields[name]))),
  );
  return `<table class="row"><tbody>${lines.join('')}</tbody></table>\n`;
}

const line = ({ labels }: HtmlContext, name: string, html: string): string =>
  `<tr><th scope="row">${escaped(labels.member(name))}</th><td>${html}</td></tr>`;

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.every(isEmpty)) ||
  (isObject(value) && Object.values(value).every(isEmpty));

/** Words of the declaration have labels; free text is shown as it is. */
const isWord = (field: Field | undefined): boolean =>
  field !== undefined && (field.read.enum !== undefined || field.column === 'json' || field.column === 'sealed');

function valueHtml(shown: HtmlContext, value: unknown, hasWords: boolean): string {
  const { labels } = shown;
  if (typeof value === 'string') return escaped(textIn(labels, value, hasWords));
  if (typeof value === 'boolean') return escaped(labels.value(String(value)));
  if (typeof value === 'number')
    return escaped(new Intl.NumberFormat(labels.language, { maximumFractionDigits: 6 }).format(value));
  if (Array.isArray(value)) {
    return `<ul>${value.map((one) => `<li>${valueHtml(shown, one, hasWords)}</li>`).join('')}</ul>`;
  }
  if (isReference(value)) return referenceHtml(shown, value);
  if (!isObject(value)) return '';
  const members = Object.entries(value).filter(([, one]) => !isEmpty(one));
  // An object with one member, such as a day, is its member.
  if (members.length === 1 && members[0]?.[0] === 'date') return valueHtml(shown, members[0][1], hasWords);
  return `<table><tbody>${members.map(([name, one]) => line(shown, name, valueHtml(shown, one, hasWords))).join('')}</tbody></table>`;
}

function textIn(labels: Labels, text: string, hasWords: boolean): string {
  if (dateForm.test(text) && !Number.isNaN(Date.parse(text))) return dayIn(labels, text);
  if (momentForm.test(text)) return momentIn(labels, text);
  return hasWords ? labels.value(text) : text;
}

function referenceHtml({ labels, names, filePaths }: HtmlContext, reference: { id: string; type: string }): string {
  const path = filePaths.get(reference.id);
  if (path !== undefined) return fileLink(path);
  const name = names.of(reference);
  return name === undefined ? escaped(labels.family(reference.type)) : escaped(textWithDays(labels, name));
}

/** The name of an employment or an absence is its period. */
const textWithDays = (labels: Labels, name: string): string =>
  name.replace(/\d{4}-\d{2}-\d{2}/g, (date) => (/^[\d –-]+$/.test(name) ? dayIn(labels, date) : date));

export const fileLink = (path: string): string =>
  `<a href="${escaped(path.split('/').map(encodeURIComponent).join('/'))}">${escaped(path.slice(path.lastIndexOf('/') + 1))}</a>`;

/** A table with a heading; `rows` are cells that are HTML already. */
export const tableStart = (headings: readonly string[]): string =>
  `<table class="list"><thead><tr>${headings.map((one) => `<th scope="col">${escaped(one)}</th>`).join('')}</tr></thead><tbody>\n`;

export const tableLine = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`;

export const tableEnd = '</tbody></table>\n';

export const pageStyle = `
body { font: 16px/1.5 system-ui, sans-serif; color: #1c1c1c; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.5rem; border-bottom: 1px solid #bbb; }
table { border-collapse: collapse; } th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; }
table.row { width: 100%; margin: 0 0 1rem; border-top: 1px solid #ddd; } table.row > tbody > tr > th { width: 14rem; }
th { font-weight: 600; color: #444; } ul { margin: 0; padding-left: 1.2rem; } td { overflow-wrap: anywhere; }
`;
