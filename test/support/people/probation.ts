import { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';
import { type Body, pathOf, type Row } from '../examples.ts';
import type { TestClient } from '../service.ts';

/** Adds a probationary period to an employment, until the end of March 2024 by default. */
export async function onProbation(client: TestClient, { id }: Row, members: Body = {}): Promise<Row> {
  const body = { employment: { id }, initialEndsOn: '2024-03-31', ...members };
  const made = await client.call('POST', pathOf(probationaryPeriods), { body });
  if (made.status !== 201) throw new Error(`Nobody was put on probation: ${made.text}`);
  return made.body;
}
