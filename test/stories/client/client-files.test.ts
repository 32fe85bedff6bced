/** Files through the typed client: uploaded, read through a link, and distinguished from other services. */

import { ForbiddenError, type Muster, musterClient, ValidationError } from '@muster/client';
import { beforeAll, expect, test } from 'vitest';
import { somePng, uploaded } from '../../support/files/files.ts';
import { hired, newCompany } from '../../support/people/people.ts';
import { type SharedService, sharedService } from '../../support/service.ts';

let service: SharedService;
let where: Awaited<ReturnType<typeof newCompany>>;
let muster: Muster;

beforeAll(async () => {
  service = await sharedService();
  where = await newCompany(service);
  muster = musterClient({ baseUrl: service.url, ...where.client.credentials });
});

test('a file is uploaded, named and downloaded, with its name and its type', async () => {
  const bytes = await somePng(900, 600);
  const made = await muster.files.upload(new File([new Uint8Array(bytes)], 'Zoë.png', { type: 'image/png' }));
  expect(made).toMatchObject({ type: 'file', fileName: 'Zoë.png', contentType: 'image/png' });
  expect(made.etag).toMatch(/^W\//);
  const { id } = await hired(where.client, where);
  const { links } = await muster.employees.update(id, { portrait: { id: made.id } }, { include: ['links'] });
  const read = await muster.files.download(links.portrait as { href: string });
  expect([read.fileName, read.contentType, read.size]).toEqual(['Zoë.png', 'image/png', bytes.length]);
  expect(Buffer.from(await read.bytes()).equals(bytes)).toBe(true);
  const preview = await muster.files.download(links.portrait?.href ?? '', { as: 'preview' });
  expect((await preview.bytes()).length).toBe(preview.size);
  expect(preview.size).toBeLessThan(bytes.length * 2);
});

test('an upload that is sent twice under one key is made once', async () => {
  const content = new Blob(['%PDF-1.7 twice'], { type: 'application/pdf' });
  const once = { fileName: 'twice.pdf', idempotencyKey: 'client-1' };
  const [first, again] = [await muster.files.upload(content, once), await muster.files.upload(content, once)];
  expect(again.id).toBe(first.id);
});

test('refusals are errors like all others', async () => {
  const empty = muster.files.upload(new Blob([]), { fileName: 'empty.pdf' });
  await expect(empty).rejects.toSatisfy(
    (error) => error instanceof ValidationError && Object.keys(error.errors)[0] === 'form',
  );
  await expect(muster.files.upload(new Blob(['x']))).rejects.toThrow(TypeError);
  const { id } = await uploaded(where.client);
  await expect(muster.files.download(`${service.url}/svc-api/files/${id}?token=x`)).rejects.toThrow(ForbiddenError);
});

test('the access token goes to no other service, whatever a link says', async () => {
  for (const link of ['https://example.com/svc-api/files/1?token=x', `${service.url}.example.com/svc-api/files/1`]) {
    await expect(muster.files.download(link)).rejects.toThrow(TypeError);
  }
});
