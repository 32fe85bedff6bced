/** A person with nearly all members set, and the values expected from their rows. */
import { employees } from '@muster/contract/resources/employees.ts';
import { occupationCategories } from '@muster/contract/resources/occupation-categories.ts';
import { type SystemDefinition, systemDefinitions, type TargetType } from '@muster/contract/system-definitions.ts';
import { createExample, pathOf, type Row } from '../examples.ts';
import { somePng, uploaded } from '../files/files.ts';
import { at, type Company, employmentsOf, hired, moved, newCompany, positionsOf, rehired } from '../people/people.ts';
import { personalRecord } from '../people/personal-records.ts';
import type { SharedService, TestClient } from '../service.ts';
import { valuesPath } from './attribute-values.ts';

export interface Scene {
  readonly service: SharedService;
  readonly client: TestClient;
  readonly company: Company;
  readonly boss: Row;
  /** Nearly every member is set; two employments, three positions. */
  ada: Row;
}

export async function sceneIn(service: SharedService): Promise<Scene> {
  const { client, ...company } = await newCompany(service);
  const boss = await hired(client, company);
  return { service, client, company, boss, ada: await everythingSet(client, company, boss) };
}

async function everythingSet(client: TestClient, company: Company, boss: Row): Promise<Row> {
  const picture = { bytes: await somePng(40, 30), fileName: 'face.png', contentType: 'image/png' };
  const person = await hired(
    client,
    company,
    {
      remoteId: 'HR-1',
      employeeNumber: '00731',
      email: 'ada@example.com',
      phoneNumber: '+33144556677',
      portrait: at(await uploaded(client, picture)),
    },
    {
      remoteId: 'CT-1',
      end: { date: '2022-12-31' },
      start: { date: '2020-01-01' },
      document: at(await uploaded(client)),
    },
    {
      remoteId: 'JP-1',
      jobTitle: 'Engineer',
      notes: 'On "Tuesdays"\nonly',
      manager: at(boss),
      document: at(await uploaded(client)),
      occupationCategory: at(await createExample(client, occupationCategories)),
    },
  );
  await personalRecord(client, person);
  const [employment] = (await employmentsOf(client, person)) as [Row];
  await moved(client, company, employment, '2021-07-01', { jobTitle: 'Chief' });
  await rehired(client, company, person, { start: { date: '2024-02-01' } });
  return (await client.call('GET', pathOf(employees, person.id))).body;
}

export async function listed({ client }: Scene, query: string): Promise<Row[]> {
  const { status, body, text } = await client.call('GET', `${valuesPath}?limit=1000&${query}`);
  if (status !== 200) throw new Error(`${query} answers ${status}: ${text}`);
  return body.items;
}

const memberOf = ({ id }: SystemDefinition): string => id.slice(id.indexOf('_') + 1);
export const idOf = (row: Row, definition: SystemDefinition): string =>
  String(Number(row.id) * 1000 + definition.number);
export const ofTarget = (target: TargetType) => systemDefinitions.filter(({ targetType }) => targetType === target);

/** The expected values of a row, computed from the row alone. */
function expected({ service, ada }: Scene, row: Row, target: TargetType, members: Partial<Row>): Row[] {
  return ofTarget(target).map((definition) => ({
    id: idOf(row, definition),
    type: 'employee-attribute',
    url: `${service.url}${valuesPath}/${idOf(row, definition)}`,
    definition: {
      id: definition.id,
      type: 'employee-attribute-definition',
      url: `${service.url}/svc-api/employee-attribute-definitions/${definition.id}`,
    },
    employee: { id: ada.id, type: 'employee', url: ada.url },
    employment: null,
    jobPosition: null,
    applicability: null,
    value: row[memberOf(definition)],
    createdAt: row.createdAt,
    lastUpdatedAt: row.lastUpdatedAt,
    links: null,
    embedded: null,
    ...members,
  }));
}

const reference = ({ id, type, url }: Row) => ({ id, type, url });

/** All values of the person, ordered by id. */
export async function everythingExpected(scene: Scene): Promise<Row[]> {
  const { client, ada } = scene;
  const contracts = await employmentsOf(client, ada);
  const positions = await positionsOf(client, ada);
  const employmentOf = (position: Row) => contracts.find(({ id }) => id === (position.employment as Row).id) as Row;
  const dateOf = (day: unknown) => (day as { date: string } | null)?.date ?? null;
  return [
    ...expected(scene, ada, 'employee', {}),
    ...contracts.flatMap((row) =>
      expected(scene, row, 'employment', {
        employment: reference(row),
        applicability: { start: dateOf(row.start), end: dateOf(row.end) },
      }),
    ),
    ...positions.flatMap((row) =>
      expected(scene, row, 'job-position', {
        employment: reference(employmentOf(row)),
        jobPosition: reference(row),
        applicability: { start: row.startsOn, end: row.endsOn },
      }),
    ),
  ].toSorted((one, other) => Number(one.id) - Number(other.id));
}
