/** Subject exports: an archive of everything about one person, also read by `unzip` where there is one. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { subjectExports } from '@muster/contract/administration/subject-exports.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { administrationOpenApi } from '@muster/contract/openapi.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { resources } from '@muster/contract/resources.ts';
import { isRecorded } from '@muster/contract/versions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { insert } from '../../../server/platform/store/write.ts';
import { hasLabel } from '../../../server/subject-exports/labels.ts';
import { archived } from '../../support/administration-examples.ts';
import { downloaded, htmlErrors, partsOf } from '../../support/archives.ts';
import { conformance } from '../../support/conformance.ts';
import { newcomer, pathOf, type Row } from '../../support/examples.ts';
import { uploaded } from '../../support/files/files.ts';
import type { TestPerson } from '../../support/people/person.ts';
import { hired, personalRecord } from '../../support/people/personal-records.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

const path = '/admin-api/subject-exports';
const families = Object.values<Resource>(resources).filter(
  ({ type, ownedThrough }) => type === employees.type || ownedThrough === employees.type,
);

let service: TestService;
let account: Account;
let client: TestClient;
let owner: TestPerson;
let employee: Row;

beforeAll(async () => {
  service = await testService();
  ({ account, client } = await newcomer(service));
  owner = await service.person(account);
  employee = await hired(client);
});
afterAll(() => service.stop());

async function exported(language?: string, id = employee.id) {
  const reply = await owner.call('POST', path, { body: { employee: { id }, ...(language && { language }) } });
  expect([reply.status, reply.body.state]).toEqual([201, 'planned']);
  const done = await archived(owner, reply.body.id);
  expect([done.state, done.failureReason]).toEqual(['done', null]);
  return done;
}

const json = (parts: ReadonlyMap<string, Buffer>, name: string) => JSON.parse(String(parts.get(name)));

const created = async (collection: string, body: object): Promise<Row> => {
  const reply = await client.call('POST', `/svc-api/${collection}`, { body });
  expect([collection, reply.status, reply.text.slice(0, reply.status === 201 ? 0 : 500)]).toEqual([
    collection,
    201,
    '',
  ]);
  return reply.body;
};

async function storedAt(id: string): Promise<string> {
  const [row] = await service.database
    .session(account.id)
    .run<{ file: string }>({ text: 'select file_id as file from subject_exports where account_id = $1 and id = $2' }, [
      id,
    ]);
  return `${service.filesDir}/${account.id}/${row?.file.slice(-2)}/${row?.file}`;
}

const contractFile = {
  bytes: Buffer.from('the contract\n'.repeat(20_000)),
  fileName: 'Vertrag "<b>" 1.txt',
  contentType: 'text/plain',
};

describe('an archive', () => {
  test('has rows of every family, versions, reads, files in original size, and nothing of anybody else', async () => {
    const other = await hired(client);
    const record = await personalRecord(client, employee, { birthDate: '1991-03-06', legalGender: 'female' });
    await personalRecord(client, other, { birthDate: '1980-12-31' });
    const contract = await uploaded(client, contractFile);
    const { id: employment } = employee.applicableEmployment as Row;
    await client.call('PATCH', `/svc-api/employments/${employment}`, { body: { document: { id: contract.id } } });
    await created('probationary-periods', { employment: { id: employment }, initialEndsOn: '2099-01-01' });
    const kind = await created('leave-accounts', { name: 'Congés', unit: 'workingDays', approvalLevels: 1 });
    const leave = { employee: { id: employee.id }, leaveAccount: { id: kind.id } };
    await created('leaves', { ...leave, startsOn: '2031-05-05', endsOn: '2031-05-06' });
    const removed = await created('leaves', { ...leave, startsOn: '2031-06-02', endsOn: '2031-06-03' });
    expect((await client.call('DELETE', `/svc-api/leaves/${removed.id}`)).status).toBe(204);
    await client.call('GET', '/svc-api/employee-personal-records', {});
    await service.reads.flush();

    const done = await exported();
    const response = await downloaded(service.url, owner, done.id);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(done.archive).toEqual({
      fileName: `subject-export-${done.id}.zip`,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    const zipFile = `${service.filesDir}/archive.zip`;
    await writeFile(zipFile, bytes);
    const { error, stdout } = spawnSync('unzip', ['-tq', zipFile], { encoding: 'utf8' });
    if (!error) expect(stdout).toContain('No errors detected');
    const parts = await partsOf(service.url, owner, done.id);
    expect([...parts.keys()].toSorted()).toEqual(
      [
        'index.html',
        'files.json',
        'files/1-Vertrag __b__ 1.txt',
        'named-in.json',
        'read-entries.json',
        ...families.map((family) => `data/${family.path}.json`),
        ...families.filter(isRecorded).map((family) => `versions/${family.path}.json`),
      ].toSorted(),
    );
    expect(json(parts, 'data/employees.json')).toMatchObject([{ id: employee.id, givenName: 'Nora' }]);
    expect(json(parts, 'data/employee-personal-records.json')).toMatchObject([
      { id: record.id, birthDate: '1991-03-06' },
    ]);
    expect(json(parts, 'data/leaves.json')).toMatchObject([{ startsOn: '2031-05-05' }]);
    expect(json(parts, 'versions/leaves.json')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ resource: { id: removed.id, type: 'leave' }, verb: 'deleted' }),
      ]),
    );
    const entries = json(parts, 'read-entries.json');
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) expect(entry.employees).toEqual([{ id: employee.id }]);
    expect(String(parts.get('files/1-Vertrag __b__ 1.txt'))).toBe('the contract\n'.repeat(20_000));
    expect(json(parts, 'files.json')).toMatchObject([{ id: contract.id, path: 'files/1-Vertrag __b__ 1.txt' }]);
    const everything = [...parts.values()].join('\n');
    expect(everything).not.toContain('1980-12-31');
    expect(everything).not.toContain(String(other.familyName));
  });

  test.each([
    ['en-GB', 'Date of birth', 'female'],
    ['de-DE', 'Geburtsdatum', 'weiblich'],
    ['es-ES', 'Fecha de nacimiento', 'femenino'],
    ['fr-FR', 'Date de naissance', 'féminin'],
    ['it-IT', 'Data di nascita', 'femminile'],
    ['nl-NL', 'Geboortedatum', 'vrouw'],
    ['pt-PT', 'Data de nascimento', 'feminino'],
  ])('has a page in %s that escapes everything, runs nothing, and shows names', async (language, label, word) => {
    const familyName = `<script>alert(1)</script>&amp;"' \u00e9\u{1F600}`;
    const patched = await client.call('PATCH', pathOf(employees, employee.id), { body: { familyName } });
    expect(patched.status).toBe(200);
    const page = String((await partsOf(service.url, owner, (await exported(language)).id)).get('index.html'));
    expect(htmlErrors(page)).toEqual([]);
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toContain(label);
    expect(page).toContain(word);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;&quot;&#39; \u00e9\u{1F600}');
    expect(page).toContain('href="files/1-Vertrag%20__b__%201.txt"');
    expect(page).toContain('Congés');
  });

  test('has a label for every family and member about people', () => {
    const unnamed = ['id', 'url', 'type', 'employee', 'unreadable'];
    const missing = families.flatMap(({ type, fields }) => [
      ...(hasLabel('family', type) ? [] : [type]),
      ...Object.keys(fields).filter((name) => !unnamed.includes(name) && !hasLabel('member', name)),
    ]);
    expect(missing).toEqual([]);
  });

  test('is encrypted where it is stored', async () => {
    const done = await exported();
    const stored = await readFile(await storedAt(done.id));
    expect(stored.length).toBeGreaterThan(done.archive.bytes);
    expect(stored.includes('PK\u0003\u0004')).toBe(false);
    expect(stored.includes('index.html')).toBe(false);
  });
});

describe('a download', () => {
  test('is in the log of reads and in the audit log; a HEAD is in neither', async () => {
    const done = await exported();
    const head = await owner.call('HEAD', `${path}/${done.id}/content`);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(done.archive.bytes)]);
    const audited = () =>
      owner.call('GET', `/admin-api/audit-entries?action=subject-export.downloaded&subjectId=${done.id}`);
    expect((await audited()).body.items).toEqual([]);
    const response = await downloaded(service.url, owner, done.id, { 'muster-purpose': 'request of the person' });
    await response.arrayBuffer();
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename=subject-export-${done.id}.zip`);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    await service.reads.flush();
    const traceId = response.headers.get('traceparent')?.split('-')[1];
    const reads = await owner.call('GET', `/admin-api/read-entries?traceId=${traceId}`);
    expect(reads.body.items).toMatchObject([
      {
        reader: { type: 'administrator', id: owner.id },
        employees: [{ id: employee.id }],
        members: { 'subject-exports': ['content'] },
        operation: 'GET /admin-api/subject-exports/{id}/content',
        purpose: 'request of the person',
      },
    ]);
    expect((await audited()).body.items).toMatchObject([{ actorId: owner.id, subjectType: 'subject-export' }]);
    const creations = await owner.call(
      'GET',
      `/admin-api/audit-entries?action=subject-export.created&subjectId=${done.id}`,
    );
    expect(creations.body.items).toMatchObject([{ after: { employee: { id: employee.id } } }]);
  });

  test('is for owners and administrators; an auditor sees only the state', async () => {
    const done = await exported();
    const [administrator, auditor] = [
      await service.person(account, 'administrator'),
      await service.person(account, 'auditor'),
    ];
    expect((await downloaded(service.url, administrator, done.id)).status).toBe(200);
    expect((await auditor.call('GET', `${path}/${done.id}`)).body.state).toBe('done');
    expect((await downloaded(service.url, auditor, done.id)).status).toBe(403);
    const body = { employee: { id: employee.id } };
    expect((await auditor.call('POST', path, { body })).status).toBe(403);
  });

  test('matches the document, also where it is refused', async () => {
    const violations = conformance(service.url, administrationOpenApi(service.url));
    const check = async (method: string, address: string, status: number, body?: object) => {
      const reply = await owner.call(method, address, body && { body });
      expect([address, reply.status, violations(method, address, reply)]).toEqual([address, status, []]);
      return reply;
    };
    const made = await check('POST', path, 201, { employee: { id: employee.id } });
    await archived(owner, made.body.id);
    await check('GET', `${path}/${made.body.id}?include=links,embedded`, 200);
    await check('GET', `${path}/999999/content`, 404);
    await check('GET', `${path}/${made.body.id}/content?size=3`, 400);
    const unknown = await check('POST', path, 400, { employee: { id: '999999' }, language: 'xx' });
    expect(Object.keys(unknown.body.errors).toSorted()).toEqual(['employee', 'language']);
  });

  test('is 404 while the archive is not done', async () => {
    const values = { employee: { id: employee.id }, state: 'planned', progress: { partsDone: 0, parts: 1 } };
    // Without a place in the queue, nobody makes it.
    const { id } = await service.database.transaction(account.id, (tx) => insert(tx, subjectExports, values));
    const reply = await owner.call('GET', `${path}/${id}/content`);
    expect([reply.status, reply.body.detail]).toEqual([
      404,
      'The archive is not ready: the state of its export is planned.',
    ]);
  });

  test('is 410 after seven days, and the bytes are removed', async () => {
    const done = await exported();
    const file = await storedAt(done.id);
    expect(Date.parse(done.expiresAt) - Date.parse(done.endedAt)).toBe(7 * 86_400_000);
    service.advance(7 * 86_400_000 - 600_000);
    await service.fileSweep.removeArchives();
    owner = await service.person(account);
    expect((await downloaded(service.url, owner, done.id)).status).toBe(200);
    service.advance(600_000);
    const gone = await owner.call('GET', `${path}/${done.id}/content`);
    expect([gone.status, gone.body.title]).toEqual([410, 'Gone']);
    expect(existsSync(file)).toBe(true);
    await service.fileSweep.removeArchives();
    expect(existsSync(file)).toBe(false);
    expect((await owner.call('GET', `${path}/${done.id}/content`)).status).toBe(410);
    expect((await owner.call('GET', `${path}/${done.id}`)).body.state).toBe('done');
  });
});

test('an export that its node left behind is made by another, and the bytes of the first attempt are removed', async () => {
  const { database } = service;
  const values = { employee: { id: employee.id }, state: 'running', progress: { partsDone: 3, parts: 9 } };
  const fileId = '018f0000-0000-7000-8000-000000000001';
  const { id } = await database.transaction(account.id, (tx) => insert(tx, subjectExports, { ...values, fileId }));
  const left = await storedAt(id);
  await mkdir(dirname(left), { recursive: true });
  await writeFile(left, 'half of an archive');
  await database.query(
    `insert into subject_export_queue (account_id, export_id, attempts, leased_by, leased_until)
     values ($1, $2, 1, gen_random_uuid(), now() + interval '1 second')`,
    [account.id, id],
  );
  expect((await archived(owner, id)).state).toBe('done');
  expect(existsSync(left)).toBe(false);
  expect((await partsOf(service.url, owner, id)).has('index.html')).toBe(true);
});

test('an export that fails again and again ends, and says so', async () => {
  const { database } = service;
  const values = { employee: { id: employee.id }, state: 'planned', progress: { partsDone: 0, parts: 9 } };
  const { id } = await database.transaction(account.id, (tx) => insert(tx, subjectExports, values));
  await database.query('insert into subject_export_queue (account_id, export_id, attempts) values ($1, $2, 5)', [
    account.id,
    id,
  ]);
  expect(await archived(owner, id)).toMatchObject({ state: 'failed', archive: null, expiresAt: null });
});
