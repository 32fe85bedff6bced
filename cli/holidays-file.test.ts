import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RefusedError } from '@muster/server/identity/accounts/account-errors.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holidaysIn } from './holidays-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-holidays-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(content: string | Uint8Array): Promise<string> {
  const path = join(folder, 'days.csv');
  await writeFile(path, content);
  return path;
}

const mayDay = { date: '2031-05-01', name: 'May Day' };

it.each([
  ['commas', 'date,name\n2031-05-01,May Day\n'],
  ['semicolons, other columns and the marks of a spreadsheet', '\ufeffYear;Date;Name\r\n2031;2031-05-01;May Day\r\n'],
  ['quotes, blanks and empty lines', 'Name, Date\n\n"May Day", 2031-05-01\n'],
])('reads a file with %s', async (_, content) => {
  expect(await holidaysIn(await fileOf(content))).toEqual([mayDay]);
});

it('keeps what stands in quotes', async () => {
  const [day] = await holidaysIn(await fileOf('date;name\n2031-05-01;"Labour Day; all"\n'));
  expect(day?.name).toBe('Labour Day; all');
});

it.each([
  ['no header', '2031-05-01,May Day\n', /date and name/],
  ['nothing', '', /date and name/],
  ['a quote that does not end', 'date,name\n2031-05-01,"May\n', /quote/i],
  ['another encoding', Uint8Array.from([0x64, 0x61, 0x74, 0x65, 0xe9]), /UTF-8/],
  ['too many bytes', 'x'.repeat(1_000_001), /at most 1000000 bytes/],
])('refuses a file with %s', async (_, content, message) => {
  const refusal = await holidaysIn(await fileOf(content)).catch((error) => error);
  expect(refusal).toBeInstanceOf(RefusedError);
  expect(refusal.errors.file[0]).toMatch(message);
});

it('refuses a file that is not there', async () => {
  await expect(holidaysIn(join(folder, 'none.csv'))).rejects.toThrow('There is no such file.');
});
