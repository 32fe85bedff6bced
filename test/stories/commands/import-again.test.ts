/** Repeated import of a file: after errors, after an interruption, or twice at once. Nobody is hired twice. */
import { employees } from '@muster/contract/resources/employees.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type BulkService,
  bodies,
  bulkService,
  countListed,
  importing,
  lineErrorsIn,
  ndjson,
} from '../../support/commands/bulk.ts';
import { pathOf, unique } from '../../support/examples.ts';
import { inFull } from '../../support/form.ts';
import { hiring } from '../../support/people/people.ts';

let service: BulkService;

beforeAll(async () => {
  service = await bulkService();
});
afterAll(() => service.stop());

describe('the same file again', () => {
  test('hires nobody twice, and retries failed lines', async () => {
    const { company, client, ...imports } = await importing(service);
    const lines = [
      ...bodies(company, 3, (index) => ({ employeeNumber: `${index}` })),
      hiring(company, {}, {}, { department: { remoteId: 'LATER' } }),
    ];
    const file = await service.file('again.ndjson', ndjson(lines));
    expect(await imports.importJson(file)).toMatchObject({ hired: 3, failed: 1 });
    await client.call('POST', '/svc-api/departments', { body: { name: `Later ${unique()}`, remoteId: 'LATER' } });
    expect(await imports.importJson(file)).toMatchObject({ hired: 1, passedOver: 3, failed: 0, errorsFile: null });
    expect(await imports.importJson(file)).toMatchObject({ hired: 0, passedOver: 4 });
    await expect(lineErrorsIn(file)).rejects.toThrow('ENOENT');
    expect(await imports.people()).toHaveLength(4);
  });

  test('goes in again in another account', async () => {
    const first = await importing(service);
    const file = await service.file('accounts.ndjson', ndjson([{ givenName: 'A', familyName: 'B' }]));
    expect(await first.importJson(file)).toMatchObject({ failed: 1 });
    const second = await importing(service);
    expect(await second.importJson(file)).toMatchObject({ failed: 1, passedOver: 0 });
  });

  inFull('two imports at once share the work', async () => {
    const { company, client, ...imports } = await importing(service);
    const file = await service.file('together.ndjson', ndjson(bodies(company, 2500, () => ({}))));
    const [one, other] = await Promise.all([imports.importJson(file), imports.importJson(file)]);
    expect(one.hired + other.hired).toBe(2500);
    expect(await countListed(client, pathOf(employees))).toBe(2500);
  });
});

inFull(
  'an import that is killed is continued by the same command: nobody is lost, nobody is hired twice',
  async () => {
    const { company, client, ...imports } = await importing(service);
    const count = 6000;
    const file = await service.file(
      'killed.ndjson',
      ndjson(bodies(company, count, (n) => ({ employeeNumber: `K${n}` }))),
    );
    const child = service.launch('import', 'employees', file, '--account', company.account.name);
    await expect
      .poll(() => countListed(client, pathOf(employees)), { timeout: 20_000, interval: 20 })
      .toBeGreaterThan(0);
    child.kill('SIGKILL');
    const before = await countListed(client, pathOf(employees));
    expect(before).toBeLessThan(count);
    const { hired: hiredAfter, passedOver, failed } = await imports.importJson(file);
    expect({ all: hiredAfter + passedOver, failed }).toEqual({ all: count, failed: 0 });
    expect(passedOver).toBeGreaterThanOrEqual(before);
    const people = await imports.people();
    expect(new Set(people.map(({ employeeNumber }) => employeeNumber)).size).toBe(count);
    expect(people).toHaveLength(count);
    await service.publisher.publishAll();
    expect(await countListed(client, '/svc-api/events', '&topic=employee.created')).toBe(count);
    expect(await countListed(client, '/svc-api/events', '&topic=job-position.created')).toBe(count);
  },
  120_000,
);
