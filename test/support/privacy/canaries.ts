/**
 * People whose every text holds a canary: a word that occurs nowhere else. Members come from the declarations, so that a
 * new one is covered; what the service refuses as a value stays as it was.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { savedViews } from '@muster/contract/administration/saved-views.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { denial } from '@muster/contract/resources/leave-request-decisions.ts';
import { expect } from 'vitest';
import { exampleBody, pathOf, type Row, unique } from '../examples.ts';
import { somePng, uploaded } from '../files/files.ts';
import { csvType, ended, importsPath } from '../imports/imports.ts';
import { decide, leaveOf, requestOf } from '../leaves/leaves.ts';
import { type Company, hiring } from '../people/people.ts';
import type { TestPerson } from '../people/person.ts';
import type { TestClient } from '../service.ts';

export interface CanaryPerson {
  readonly id: string;
  readonly canary: string;
  /** Members that hold the canary, as `type.member`. */
  readonly members: readonly string[];
}

/** Random, so that no page of the database compresses it. */
const newCanary = (): string => `cnry${randomBytes(6).toString('hex')}7x`;

export interface Canaries {
  readonly client: TestClient;
  readonly owner: TestPerson;
  readonly firm: Company;
  readonly definitionId: string;
  readonly leaveAccount: Row;
}

export async function canaryPerson(canaries: Canaries): Promise<CanaryPerson> {
  const { client, owner, firm, definitionId } = canaries;
  const canary = newCanary();
  const body = hiring(firm, { givenName: `Given ${canary}`, familyName: `Family ${canary}` });
  const headers = { 'idempotency-key': randomUUID() };
  const hired = await client.call('POST', '/svc-api/employees', { body, headers });
  expect(hired.status, hired.text).toBe(201);
  const { id } = hired.body;
  await deniedLeave(canaries, hired.body, canary);
  const record = await client.call('POST', pathOf(employeePersonalRecords), {
    body: { ...(await exampleBody(client, employeePersonalRecords, true)), employee: { id } },
  });
  const rows: readonly (readonly [Resource, Row])[] = [
    [employees, hired.body],
    [employments, hired.body.applicableEmployment],
    [jobPositions, hired.body.applicableJobPosition],
    [employeePersonalRecords, record.body],
  ];
  const members: string[] = [];
  for (const [resource, row] of rows) members.push(...(await filled(client, resource, row.id, canary)));
  await files(client, hired.body, canary);
  await client.call('POST', '/svc-api/employee-attributes', {
    body: { employee: { id }, definition: { id: definitionId }, value: `value ${canary}` },
  });
  await savedView(owner, canary);
  await logs(client, owner, id, record.body?.id, canary);
  return { id, canary, members };
}

/** Sets the canary in every text of the row, member by member, twice: a former version holds it too. */
async function filled(client: TestClient, resource: Resource, id: string, canary: string): Promise<string[]> {
  const example = await exampleBody(client, resource, true);
  const set: string[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.update === 'absent' || field.target !== undefined) continue;
    for (const word of [canary, `${canary} again`]) {
      const value = withCanary(name, example[name] ?? 'text', word);
      if (value === example[name]) continue;
      const { status } = await client.call('PATCH', pathOf(resource, id), { body: { [name]: value } });
      if (status === 200) set.push(`${resource.type}.${name}`);
    }
  }
  return [...new Set(set)];
}

function withCanary(name: string, value: unknown, canary: string): unknown {
  if (/email/i.test(name)) return `${canary.replace(' ', '.')}@example.com`;
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d|^[a-z]+$/i.test(value) && value !== 'text' ? value : canary;
  if (Array.isArray(value)) return value.map((part) => withCanary(name, part, canary));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withCanary(key, part, canary)]));
}

/** A document and a portrait, by name and content. */
async function files(client: TestClient, person: Row, canary: string): Promise<void> {
  const document = await uploaded(client, {
    fileName: `contract-${canary}.txt`,
    contentType: 'text/plain',
    bytes: Buffer.from(`content ${canary}`),
  });
  const { id } = person.applicableEmployment as Row;
  await client.call('PATCH', `/svc-api/employments/${id}`, { body: { document: { id: document.id } } });
  const portrait = await uploaded(client, {
    fileName: `portrait-${canary}.png`,
    contentType: 'image/png',
    bytes: await somePng(8, 8),
  });
  await client.call('PATCH', `/svc-api/employees/${person.id}`, { body: { portrait: { id: portrait.id } } });
}

/** The comment is the only text that somebody writes about a leave. */
async function deniedLeave({ client, leaveAccount }: Canaries, person: Row, canary: string): Promise<void> {
  const leave = await leaveOf(client, person, leaveAccount, '2031-05-05/2031-05-06');
  const comment = `Because of ${canary}`;
  const denied = await decide(client, await requestOf(client, leave), { type: denial, comment });
  expect(denied.status, denied.text).toBe(201);
}

/** By its name, by what it looks for, and by the columns that it shows. */
async function savedView(owner: TestPerson, canary: string): Promise<void> {
  for (const members of [
    { name: `View of ${canary}` },
    { name: `A search ${unique()}`, query: { search: canary } },
    { name: `Columns ${unique()}`, columns: [`attributes.${canary}`] },
  ]) {
    const made = await owner.call('POST', `/admin-api/${savedViews.path}`, { body: { list: 'employees', ...members } });
    expect(made.status, made.text).toBe(201);
  }
}

/** Audit entries, an import, the request log, purposes of reads. */
async function logs(client: TestClient, owner: TestPerson, id: string, recordId: string, canary: string) {
  await owner.call('PATCH', `/svc-api/employees/${id}`, { body: { employeeNumber: canary } });
  await client.call('GET', `/svc-api/employees/${canary}`);
  await client.call('GET', `/svc-api/employee-personal-records/${recordId}`, {
    headers: { 'muster-purpose': `call of ${canary}` },
  });
  const form = new FormData();
  const lines = `id,remoteId\n${id},remote-${canary}\n${id}9999999,${canary} unknown\n`;
  form.append('file', new Blob([lines], { type: csvType }), `people-${canary}.csv`);
  const sent = await client.call('POST', `${importsPath}?collection=employees`, { body: form });
  expect(sent.status, sent.text).toBe(201);
  await ended(client, sent.body);
}
