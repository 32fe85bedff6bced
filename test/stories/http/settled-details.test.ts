/** Small rules of the contract that belong to no single resource. */
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../../server/http/api/routes.ts';
import { defined, givenValue, patchValue } from '../../support/attributes/attribute-values.ts';
import { singleValue } from '../../support/attributes/definitions.ts';
import { somePng, upload, uploaded } from '../../support/files/files.ts';
import { changed, establishment } from '../../support/organization/organization.ts';
import { hired, newCompany } from '../../support/people/people.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let company: Awaited<ReturnType<typeof newCompany>>;
let client: TestClient;

beforeAll(async () => {
  service = await sharedService();
  company = await newCompany(service);
  client = company.client;
});

const status = async (method: string, path: string) => (await client.call(method, path)).status;

describe('addresses and filters', () => {
  test('an address with an empty id does not exist, with any query and for every caller', async () => {
    for (const { method, url } of routes.filter((route) => route.url.includes('/:'))) {
      const parameters = url.match(/:\w+/g) ?? [];
      for (const empty of parameters) {
        const path = url.replace(empty, '').replace(/:\w+/, '1');
        const answers = await Promise.all(
          [method, 'OPTIONS', 'PUT'].flatMap((one) => [
            status(one, path),
            status(one, `${path}?limit=1&nothing=1`),
            client.call(one, path, { headers: { authorization: '' } }).then((answer) => answer.status),
          ]),
        );
        expect([method, path, new Set(answers)]).toEqual([method, path, new Set([404])]);
      }
    }
  });

  test('portraits are read one by one', async () => {
    for (const method of ['GET', 'POST'])
      expect([method, await status(method, '/svc-api/portraits')]).toEqual([method, 405]);
  });

  test('an e-mail address that nobody can have is refused as a filter', async () => {
    for (const value of ['a', 'ab', 'a,somebody@example.com', 'x'.repeat(256)]) {
      const answer = await client.call('GET', `/svc-api/employees?email=${value}`);
      expect([value.slice(0, 30), answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([
        value.slice(0, 30),
        400,
        ['email'],
      ]);
    }
    expect((await client.call('GET', '/svc-api/employees?email=null')).status).toBe(200);
  });

  test('bounds of a range are exact to the seventh digit after the second', async () => {
    const { createdAt, id } = await hired(client, company);
    const found = async (from: string, to: string) => {
      const answer = await client.call('GET', `/svc-api/employees?id=${id}&createdAt.between=${from}--${to}`);
      return answer.body.items.length;
    };
    const later = (digit: number) => String(createdAt).replace('Z', `${digit}Z`);
    expect(String(createdAt)).toMatch(/\.\d{6}Z$/);
    expect(await Promise.all([0, 1, 4, 9].map((digit) => found(later(digit), '..')))).toEqual([1, 0, 0, 0]);
    expect(await Promise.all([0, 1, 4, 9].map((digit) => found('..', later(digit))))).toEqual([0, 1, 1, 1]);
  });
});

describe('time zones', () => {
  test.each([
    ['europe/PARIS', 'Europe/Paris'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['utc', 'UTC'],
    ['america/port-au-prince', 'America/Port-au-Prince'],
  ])('%s is stored as %s', async (sent, stored) => {
    const place = await establishment(client, company.owner, { timezoneId: sent });
    expect(place.timezoneId).toBe(stored);
    const again = await changed(client, businessEstablishments, place, { timezoneId: sent.toUpperCase() });
    expect(again).toEqual(place);
  });
});

describe('images', () => {
  test('are kept with the type of their bytes', async () => {
    const file = await uploaded(client, { fileName: 'a.jpg', contentType: 'image/jpeg', bytes: await somePng(4, 4) });
    expect(file.contentType).toBe('image/png');
  });

  test('are refused where the bytes are none', async () => {
    const { status: refused, body } = await upload(client, {
      fileName: 'a.png',
      contentType: 'image/png',
      bytes: Buffer.from('Dear Nora,'),
    });
    expect([refused, Object.keys(body.errors)]).toEqual([400, ['form']]);
  });
});

describe('what was deleted or archived since', () => {
  test('a change that changes nothing succeeds under an archived definition', async () => {
    const [ada, definition] = [await hired(client, company), await defined(client, singleValue({}))];
    const value = await givenValue(client, ada, definition, 'x');
    await changed(client, employeeAttributeDefinitions, definition, { isArchived: true });
    const same = await patchValue(client, value, { value: 'x' });
    expect(same.status).toBe(200);
    const other = await patchValue(client, value, { value: 'y' });
    expect([other.status, Object.keys(other.body.errors)]).toEqual([400, ['definition.id']]);
  });
});
