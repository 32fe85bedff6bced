/** Archives of subject exports: downloaded as bytes, and read part by part. */
import { crc32, inflateRawSync } from 'node:zlib';
import { apiVersion } from '@muster/contract/version.ts';
import type { TestPerson } from './people/person.ts';

export function downloaded(url: string, { cookies }: TestPerson, id: string, headers: Record<string, string> = {}) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return fetch(`${url}/admin-api/subject-exports/${id}/content`, {
    headers: { 'api-version': apiVersion, 'sec-fetch-site': 'same-origin', cookie, ...headers },
  });
}

/** The parts of an archive by their names, read as its directory says. Throws where a part is damaged. */
export async function partsOf(url: string, person: TestPerson, id: string): Promise<ReadonlyMap<string, Buffer>> {
  const response = await downloaded(url, person, id);
  if (response.status !== 200) throw new Error(`No archive was answered: ${response.status} ${await response.text()}`);
  return unzipped(Buffer.from(await response.arrayBuffer()));
}

function unzipped(file: Buffer): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength] = [file.readUInt16LE(at + 28), file.readUInt16LE(at + 30)];
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const bytes = inflateRawSync(file.subarray(start, start + file.readUInt32LE(at + 20)));
    if (crc32(bytes) !== file.readUInt32LE(at + 16)) throw new Error(`${name} is damaged.`);
    parts.set(name, bytes);
    at += 46 + nameLength + extraLength;
  }
  return parts;
}

const withoutEnd = new Set(['meta', '!DOCTYPE']);

/** What is wrong with the tags of a page: each is closed in its order, and none runs or loads anything. */
export function htmlErrors(page: string): string[] {
  const errors: string[] = [];
  const open: string[] = [];
  const withoutStyle = page.replace(/<style>[^<]*<\/style>/, '');
  for (const [, end = '', name = '', rest = ''] of withoutStyle.matchAll(/<(\/?)([^\s>]*)([^>]*)>/g)) {
    if (!/^(!DOCTYPE|a|body|h1|h2|head|html|li|main|meta|nav|p|table|tbody|td|th|thead|title|tr|ul)$/.test(name))
      errors.push(`<${name}> is unexpected`);
    if (/\bon\w+=|javascript:|\bsrc=/i.test(rest)) errors.push(`<${name}${rest}> runs or loads something`);
    if (end) {
      if (open.pop() !== name) errors.push(`</${name}> closes nothing`);
    } else if (!withoutEnd.has(name)) open.push(name);
  }
  for (const [reference] of withoutStyle.matchAll(/&[^;\s]{0,10};?/g))
    if (!/^&(amp|lt|gt|quot|#39);$/.test(reference)) errors.push(`${reference} is no character`);
  return [...errors, ...open.map((name) => `<${name}> is not closed`)];
}
