/** Responses of a file: its JSON, its bytes or a reduced image, and their protection. */
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { employments } from '@muster/contract/resources/employments.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathOf, type Row } from '../../support/examples.ts';
import {
  type Download,
  download,
  filesIn,
  linkOf,
  someJpeg,
  somePdf,
  somePng,
  type Upload,
  uploaded,
} from '../../support/files/files.ts';
import { hired, newCompany } from '../../support/people/people.ts';
import { apiHeaders, type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let client: TestClient;
let where: Awaited<ReturnType<typeof newCompany>>;

beforeAll(async () => {
  service = await testService();
  where = await newCompany(service);
  ({ client } = where);
});
afterAll(() => service.stop());

/** The address, with its token, of a file that an employment refers to. */
async function readableFile(file: Upload = {}): Promise<{ href: string; id: string }> {
  const { id } = await uploaded(client, file);
  const { applicableEmployment } = await hired(client, where, {}, { document: { id } });
  return { id, href: await linkOf(client, pathOf(employments, (applicableEmployment as Row).id), 'document') };
}

const text = { bytes: Buffer.from('plain words\n'), fileName: 'words.txt', contentType: 'text/plain' };

const kindOf = ({ status, headers, bytes }: Download, original: Buffer): string => {
  if (status !== 200) return String(status);
  if (headers.get('content-type')?.startsWith('application/json;')) return 'json';
  return bytes.equals(original) ? 'bytes' : `reduced ${headers.get('content-type')}`;
};

describe('without a disposition, Accept decides', () => {
  test.each([
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['application/*', 'json'],
    ['application/octet-stream', 'bytes'],
    ['Application/PDF', 'bytes'],
    ['application/pdf', 'bytes'],
    ['application/pdf;q=0.5, application/json;q=0.4', 'bytes'],
    ['application/json;q=0.4, application/octet-stream;q=0.5', 'bytes'],
    ['application/pdf, application/json', 'json'],
    ['application/json;q=0, */*;q=0.1', '406'],
    ['text/html, */*;q=0.1', 'json'],
    ['image/*', '406'],
    ['image/png', '406'],
    ['text/html', '406'],
    ['application/pdf;q=0', '406'],
    ['nonsense', '406'],
  ])('%s → %s', async (accept, expected) => {
    const { href } = await pdf();
    expect(kindOf(await download(client, href, { accept }), somePdf)).toBe(expected);
  });

  test('image/* asks for a reduced image, and for the image itself where it cannot be reduced', async () => {
    const png = await somePng(1600, 900);
    const { href } = await readableFile({ bytes: png, fileName: 'photo.png', contentType: 'image/png' });
    for (const accept of ['image/*', 'images/*', 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8']) {
      const answer = await download(client, href, { accept });
      const { width, height } = await sharp(answer.bytes).metadata();
      expect([answer.status, width, height]).toEqual([200, 512, 288]);
      expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length));
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=photo\.png;/);
    }
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const drawing = await readableFile({ bytes: svg, fileName: 'logo.svg', contentType: 'image/svg+xml' });
    const whole = await download(client, drawing.href, { accept: 'image/*' });
    expect([whole.bytes.equals(svg), whole.headers.get('content-type')]).toEqual([true, 'image/svg+xml']);
  });

  test('a reduced image is made once and kept unreadable next to its file', async () => {
    const jpeg = await someJpeg(900, 900);
    const { href, id } = await readableFile({ bytes: jpeg, fileName: 'photo.jpg', contentType: 'image/jpeg' });
    const first = await download(client, href, { accept: 'image/*' });
    const [kept = '', ...others] = (await filesIn(service.filesDir)).filter((path) => path.includes(`${id}.preview`));
    expect([kept.endsWith('.preview-512'), others]).toEqual([true, []]);
    expect((await readFile(kept)).includes(first.bytes.subarray(0, 20))).toBe(false);
    const again = await download(client, href, { accept: 'image/*' });
    expect([again.bytes.equals(first.bytes), again.headers.get('etag')]).toEqual([true, first.headers.get('etag')]);
  });
});

let kept: Promise<{ href: string; id: string }> | undefined;

function pdf() {
  kept ??= readableFile();
  return kept;
}

describe('a disposition', () => {
  test.each([
    ['json', 'json', null],
    ['inline', 'bytes', 'inline'],
    ['attachment', 'bytes', 'attachment'],
  ])('%s overrides Accept', async (disposition, expected, header) => {
    const { href } = await pdf();
    for (const accept of ['application/json', 'application/octet-stream', 'text/html', 'image/*']) {
      const answer = await download(client, `${href}&disposition=${disposition}`, { accept });
      expect([accept, kindOf(answer, somePdf)]).toEqual([accept, expected]);
      expect(answer.headers.get('content-disposition')?.split(';')[0] ?? null).toBe(header);
    }
  });

  test('of another kind is 400, like one that is given twice', async () => {
    const { href } = await pdf();
    for (const query of [
      'disposition=Inline',
      'disposition=',
      'disposition=inline,json',
      'disposition=json&disposition=json',
    ]) {
      const { status, body } = await client.call('GET', `${href}&${query}`);
      expect([query, status, Object.keys(body.errors)]).toEqual([query, 400, ['disposition']]);
    }
  });

  test.each(['text/html', 'image/svg+xml', 'application/javascript', 'text/xml', 'text/css', 'application/xml'])(
    'inline is answered as attachment for %s, which a browser would run',
    async (contentType) => {
      const { href } = await readableFile({ bytes: Buffer.from('<svg/>'), fileName: 'x.bin', contentType });
      const answer = await download(client, `${href}&disposition=inline`);
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/);
      expect(answer.headers.get('content-type')).toBe(contentType);
    },
  );
});

describe('bytes', () => {
  test('come with headers that protect the browser', async () => {
    const { href } = await readableFile(text);
    const { headers, bytes } = await download(client, `${href}&disposition=inline`, {
      'accept-encoding': 'gzip, br',
      range: 'bytes=2-4',
    });
    expect(bytes).toEqual(text.bytes);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': String(text.bytes.length),
      'content-disposition': "inline; filename=words.txt; filename*=UTF-8''words.txt",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
      'accept-ranges': 'none',
    });
    expect(headers.get('content-encoding')).toBeNull();
  });

  test('are never compressed, however much that would save', async () => {
    const bytes = Buffer.alloc(200_000, 'a');
    const { href } = await readableFile({ ...text, bytes });
    const { headers, bytes: read } = await download(client, `${href}&disposition=inline`, {
      'accept-encoding': 'gzip',
    });
    expect([headers.get('content-encoding'), headers.get('content-length'), read.equals(bytes)]).toEqual([
      null,
      '200000',
      true,
    ]);
  });

  test.each([
    [
      'Arbeitsvertrag – Zoë.pdf',
      `attachment; filename="Arbeitsvertrag ? Zo?.pdf"; filename*=UTF-8''Arbeitsvertrag%20%E2%80%93%20Zo%C3%AB.pdf`,
    ],
    [
      '50% "done", it’s 🎉.pdf',
      `attachment; filename="50% \\"done\\", it?s ?.pdf"; filename*=UTF-8''50%25%20%22done%22%2C%20it%E2%80%99s%20%F0%9F%8E%89.pdf`,
    ],
  ])('carry the name %s so that every client understands it', async (fileName, expected) => {
    const { href } = await readableFile({ fileName });
    const { headers } = await download(client, `${href}&disposition=attachment`);
    expect(headers.get('content-disposition')).toBe(expected);
  });

  test('have a tag of their own, which stays', async () => {
    const { href } = await pdf();
    const json = (await client.call('GET', href)).headers.get('etag') as string;
    const { headers } = await download(client, `${href}&disposition=inline`);
    const tag = headers.get('etag') as string;
    expect(tag).not.toBe(json);
    const held = await download(client, `${href}&disposition=inline`, { 'if-none-match': tag });
    expect([held.status, held.bytes.length, held.headers.get('etag')]).toEqual([304, 0, tag]);
    expect((await download(client, `${href}&disposition=inline`, { 'if-none-match': json })).status).toBe(200);
    expect((await download(client, `${href}&disposition=json`, { 'if-none-match': json })).status).toBe(304);
  });

  test('are described by HEAD without being sent', async () => {
    const { href } = await pdf();
    for (const query of ['&disposition=inline', '&disposition=json', '']) {
      const [head, get] = [await download(client, href + query, {}, 'HEAD'), await download(client, href + query)];
      const { headers, bytes, status } = head;
      expect([status, bytes.length]).toEqual([200, 0]);
      for (const name of ['content-type', 'content-disposition', 'etag', 'cache-control']) {
        expect([name, headers.get(name)]).toEqual([name, get.headers.get(name)]);
      }
      expect(headers.get('content-length')).toBe(String(get.bytes.length));
    }
  });

  test('that were altered in the storage are not handed out', async () => {
    const bytes = Buffer.concat([somePdf, Buffer.alloc(200_000, 'x')]);
    const { href, id } = await readableFile({ bytes });
    const [path = ''] = (await filesIn(service.filesDir)).filter((one) => one.endsWith(id));
    const stored = await readFile(path);
    const flipped = (at: number) => {
      const copy = Buffer.from(stored);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy;
    };
    await writeFile(path, flipped(300));
    expect((await download(client, `${href}&disposition=inline`)).status).toBe(500);
    // Later the response has begun: it is aborted instead of ending as if it were complete.
    await writeFile(path, flipped(stored.length - 40));
    await expect(download(client, `${href}&disposition=inline`)).rejects.toThrow();
    await writeFile(path, stored);
    expect((await download(client, `${href}&disposition=inline`)).bytes.equals(bytes)).toBe(true);
  });

  test('stop being read when the client hangs up', async () => {
    const bytes = Buffer.concat([somePdf, Buffer.alloc(20_000_000, 'x')]);
    const { href } = await readableFile({ bytes });
    const before = await openFiles();
    const asked = request(`${href}&disposition=inline`, { headers: apiHeaders(client.token) });
    asked.on('error', () => undefined).end();
    const answer = await new Promise<IncomingMessage>((resolve) => asked.on('response', resolve));
    answer.on('error', () => undefined);
    await new Promise((resolve) => answer.once('data', resolve));
    answer.pause();
    expect(await openFiles()).toBe(before + 1);
    asked.destroy();
    await expect.poll(openFiles, { timeout: 5000 }).toBe(before);
  });
});

/** Of this process, which runs the service, in the folder of files. */
async function openFiles(): Promise<number> {
  const targets = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return targets.filter((target) => target.startsWith(service.filesDir)).length;
}
