/** How often a hire uses a connection: once, for its transaction. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Observer } from '../../../server/observer.ts';
import { hired, newCompany } from '../../support/people/people.ts';
import { type TestService, testService } from '../../support/service.ts';

let service: TestService;
const uses = new Map<string, number>();

const observer: Observer = {
  answered: () => undefined,
  pool: (name) => ({
    opened: () => undefined,
    waited: () => undefined,
    used: () => void uses.set(name, (uses.get(name) ?? 0) + 1),
  }),
  replicas: { opened: () => undefined, read: () => undefined },
  published: () => undefined,
  attempted: () => undefined,
  dayBegan: () => undefined,
};

beforeAll(async () => {
  service = await testService({ observer });
});
afterAll(() => service.stop());

test('a hire waits for no day that begins: it changes nobody who was hired before', async () => {
  const company = await newCompany(service);
  const { client } = company;
  await hired(client, company);
  const usesOfHires: number[] = [];
  for (let turn = 0; turn < 21; turn += 1) {
    const before = uses.get('requests') ?? 0;
    await hired(client, company);
    usesOfHires.push((uses.get('requests') ?? 0) - before);
  }
  // Events are looked for on the same connections from time to time, so a few hires see more.
  expect(usesOfHires.toSorted((one, other) => one - other)[10]).toBe(1);
});
