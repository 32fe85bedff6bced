/** The errors of lines about people are those of single requests. */
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { beforeAll, expect, test } from 'vitest';
import { setSettings } from '../../support/account-settings.ts';
import { type Body, createExample } from '../../support/examples.ts';
import { errorsOf, imported, ndjson } from '../../support/imports/imports.ts';
import { legalEntity } from '../../support/organization/organization.ts';
import { at, hired, hiring, newCompany } from '../../support/people/people.ts';
import { type SharedService, sharedService } from '../../support/service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

const unknownFile = '0198a5de-0000-7000-8000-000000000000';

test('a line about a person has the errors of form, references and rules that a single request has', async () => {
  const { client, account, ...company } = await newCompany(service);
  await setSettings(service, account, { refusedDomains: ['refused.example'] });
  const elsewhere = await legalEntity(client);
  const foreign = await createExample(client, employmentTemplates, { legalEntities: [at(elsewhere)] });
  const nobody = { id: '999999999' };
  const whole = hiring(company);
  const employment = whole.firstEmployment as Body;
  const firstJobPosition = employment.firstJobPosition as Body;
  const early = { ...employment, end: { date: '1990-01-01' } };
  const bodies: Body[] = [
    { ...whole, givenName: '', firstEmployment: early },
    { ...whole, nickname: 'x', firstEmployment: { ...early, template: at(foreign) } },
    { ...whole, firstEmployment: { ...early, firstJobPosition: { ...firstJobPosition, department: nobody } } },
    {
      ...whole,
      familyName: '',
      firstEmployment: { ...early, template: at(foreign), firstJobPosition: { ...firstJobPosition, manager: nobody } },
    },
    { ...whole, email: 'no address', firstEmployment: { ...employment, legalEntity: at(elsewhere) } },
  ].map((body, index) => ({ ...body, remoteId: `line-${index}` }));
  const replies = await Promise.all(bodies.map((body) => client.call('POST', '/svc-api/employees', { body })));
  const person = await hired(client, company, { remoteId: 'line-known' });
  const change = { givenName: '', email: 'a@refused.example', portrait: { id: unknownFile } };
  for (const body of [change, { ...change, givenName: 'Ada' }, { ...change, nickname: 'x' }]) {
    bodies.push({ ...body, remoteId: person.remoteId });
    replies.push(await client.call('PATCH', `/svc-api/employees/${person.id}`, { body }));
  }
  expect(replies.map(({ status }) => status)).toEqual(bodies.map(() => 400));
  for (const reply of replies) expect(Object.keys(reply.body.errors).length, reply.text).toBeGreaterThan(1);
  const expected = Object.fromEntries(replies.map(({ body }, index) => [index + 1, body.errors]));
  for (const dryRun of [true, false]) {
    const done = await imported(client, `collection=employees&dryRun=${dryRun}`, ndjson(bodies));
    expect(await errorsOf(client, done)).toEqual(expected);
  }
});
