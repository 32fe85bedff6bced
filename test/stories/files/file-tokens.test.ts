/**
 * The token of a link opens a file for one client application, for half an hour, while something refers to the file.
 */
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeClient } from '../../../cli/client-applications.ts';
import { pathOf, type Row } from '../../support/examples.ts';
import { download, linkOf, somePng, uploaded } from '../../support/files/files.ts';
import { establishment } from '../../support/organization/organization.ts';
import { hired, newCompany } from '../../support/people/people.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Awaited<ReturnType<typeof newCompany>>['account'];
let client: TestClient;
let where: Awaited<ReturnType<typeof newCompany>>;
let employment: string;
let fileId: string;

beforeAll(async () => {
  service = await testService();
  where = await newCompany(service);
  ({ account, client } = where);
  fileId = (await uploaded(client)).id;
  const { applicableEmployment } = await hired(client, where, {}, { document: { id: fileId } });
  employment = pathOf(employments, (applicableEmployment as Row).id);
});
afterAll(() => service.stop());

const statusOf = async (caller: TestClient, url: string) => (await caller.call('GET', url)).status;

describe('a token', () => {
  test('is needed', async () => {
    for (const query of ['', '?token=', '?disposition=inline']) {
      const { status, body } = await client.call('GET', `/svc-api/files/${fileId}${query}`);
      expect([query, status, Object.keys(body.errors)]).toEqual([query, 400, ['token']]);
    }
  });

  test('is refused when any letter of it is altered, or when it is cut or made up', async () => {
    const href = await linkOf(client, employment, 'document');
    const [address, token = ''] = href.split('token=');
    const alterations = [...token].map(
      (letter, at) => token.slice(0, at) + (letter === 'A' ? 'B' : 'A') + token.slice(at + 1),
    );
    for (const altered of [...alterations, token.slice(1), token.slice(0, -1), 'x', `${token}x`]) {
      const { status, body } = await client.call('GET', `${address}token=${altered}`);
      expect([altered, status, body.title]).toEqual([altered, 403, 'Forbidden']);
    }
    expect(await statusOf(client, href)).toBe(200);
  });

  test('opens no other file', async () => {
    const token = (await linkOf(client, employment, 'document')).split('token=')[1];
    const other = await uploaded(client, { fileName: 'other.pdf' });
    expect(await statusOf(client, `${other.url}?token=${token}`)).toBe(403);
  });

  test('of a file that does not exist is 404', async () => {
    for (const id of ['01929b6e-7c1a-7f3e-9a52-4d1c0e8b6f21', '1', 'x', fileId.toUpperCase()]) {
      expect([id, await statusOf(client, `/svc-api/files/${id}?token=x`)]).toEqual([id, 404]);
    }
  });

  test('belongs to the client application that read the link, in its account', async () => {
    const href = await linkOf(client, employment, 'document');
    const colleague = await service.client(account);
    expect(await statusOf(colleague, href)).toBe(403);
    expect(await statusOf(colleague, await linkOf(colleague, employment, 'document'))).toBe(200);
    const { client: stranger } = await newCompany(service);
    expect(await statusOf(stranger, href)).toBe(404);
  });

  test('replaces neither the access token nor the scope', async () => {
    const href = await linkOf(client, employment, 'document');
    expect((await client.call('GET', href, { headers: { authorization: undefined } })).status).toBe(401);
    const narrow = await service.narrowed(client, ['employments.readonly']);
    expect(await statusOf(narrow, href)).toBe(403);
    const blind = await service.narrowed(client, ['files.readonly']);
    expect(await statusOf(blind, href)).toBe(403);
    const reader = await service.narrowed(client, ['files.readonly', 'employments.readonly']);
    expect(await statusOf(reader, href)).toBe(200);
  });

  test('is given only to callers with the scope of files', async () => {
    const narrow = await service.client(account, { scopes: ['employments.readonly'] });
    const { body } = await narrow.call('GET', `${employment}?include=links`);
    expect(body.links.document).toBeNull();
    expect(body.document.id).toBe(fileId);
  });

  test('ends when the file is no longer named there, and a new link opens the new file', async () => {
    const { id } = await hired(client, where);
    const path = pathOf(employees, id);
    const [first, second] = [await picture(), await picture()];
    await client.call('PATCH', path, { body: { portrait: { id: first.id } } });
    const href = await linkOf(client, path, 'portrait');
    expect(await statusOf(client, href)).toBe(200);
    await client.call('PATCH', path, { body: { portrait: { id: second.id } } });
    expect(await statusOf(client, href)).toBe(403);
    expect(await statusOf(client, await linkOf(client, path, 'portrait'))).toBe(200);
    await client.call('PATCH', path, { body: { portrait: null } });
    const { body } = await client.call('GET', `${path}?include=links`);
    expect(body.links.portrait).toBeNull();
    // With the reference restored, the first link works again: it is for this person's portrait and has not expired.
    await client.call('PATCH', path, { body: { portrait: { id: first.id } } });
    expect(await statusOf(client, href)).toBe(200);
  });

  test('ends when the caller may no longer see the resource', async () => {
    const limited = await service.client(account, { establishments: [where.place.id] });
    const href = await linkOf(limited, employment, 'document');
    expect(await statusOf(limited, href)).toBe(200);
    const elsewhere = await establishment(client, where.owner);
    await changeClient(service, limited.credentials.clientId, { establishments: [elsewhere.id] });
    await expect.poll(() => statusOf(limited, href), { timeout: 5000 }).toBe(403);
  });

  test('appears neither in the log nor in the instance of a problem', async () => {
    const href = await linkOf(client, employment, 'document');
    const token = href.split('token=')[1] as string;
    service.logLines.length = 0;
    const refused = await client.call('GET', `${href}&disposition=nothing&include=links`);
    expect(refused.body.instance).toBe(`${service.url}/svc-api/files/${fileId}?disposition=nothing&include=links`);
    for (const name of ['token', '%74oken', 'tok%65n']) {
      const { body } = await client.call('GET', `/svc-api/files/${fileId}?${name}=${token}x`);
      expect(body.instance).toBe(`${service.url}/svc-api/files/${fileId}`);
    }
    await download(client, href);
    const { instance } = (await client.call('GET', `/svc-api/nowhere?token=${token}`)).body;
    expect(instance).toBe(`${service.url}/svc-api/nowhere`);
    expect(service.logLines.length).toBeGreaterThan(4);
    expect(service.logLines.join('\n')).not.toContain(token.slice(5, 40));
  });

  test('lives for half an hour', async () => {
    const href = await linkOf(client, employment, 'document');
    service.advance(29 * 60_000);
    client = await service.renewed(client);
    expect(await statusOf(client, href)).toBe(200);
    service.advance(60_000);
    client = await service.renewed(client);
    expect(await statusOf(client, href)).toBe(403);
    expect(await statusOf(client, await linkOf(client, employment, 'document'))).toBe(200);
  });
});

async function picture(): Promise<Row> {
  return uploaded(client, { bytes: await somePng(20, 20), fileName: 'face.png', contentType: 'image/png' });
}
