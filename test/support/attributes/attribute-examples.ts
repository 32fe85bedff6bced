/** Attribute values for `examples.ts`: a definition with many values, and a person who has them. */
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import type { Body, ExampleMaker, Particulars } from '../example-row.ts';
import { someDay } from '../example-values.ts';
import type { TestClient } from '../service.ts';

/** An employee may have twice as many of one definition; suites that need more get more definitions. */
const valuesPerDefinition = 50;

const definitions = new WeakMap<TestClient, Promise<{ id: string }>[]>();
const made = new WeakMap<TestClient, number>();

const anotherDefinition = (client: TestClient, make: ExampleMaker): Promise<{ id: string }> =>
  make.create(client, employeeAttributeDefinitions, {
    schema: { $ref: '/svc-api/schemas/short-text' },
    multipleValueHandling: { sorting: 'ascending', sortingProperty: null },
  });

async function definition(client: TestClient, make: ExampleMaker): Promise<Body> {
  const count = made.get(client) ?? 0;
  made.set(client, count + 1);
  const known = definitions.get(client) ?? [];
  definitions.set(client, known);
  if (count % valuesPerDefinition === 0) known.push(anotherDefinition(client, make));
  const { id } = (await known.at(-1)) as { id: string };
  return { id };
}

export const attributeParticulars: Particulars = {
  'employee-attribute': {
    definition: (_, client, make) => definition(client, make),
    applicability: () => ({ start: someDay(2020), end: someDay(2030) }),
    value: (unique) => `value ${unique}`,
  },
};

export const attributeChanges = { 'employee-attribute': (unique: string) => ({ value: `changed ${unique}` }) };
