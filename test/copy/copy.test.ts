/** A copy by snapshot and events equals the original. `npm run copy`: the long form, with 10,000 changes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inForm } from '../support/form.ts';
import { type TestService, testService } from '../support/service.ts';
import { copyUnderLoad } from './copy.ts';

const changes = Number(process.env.COPY_CHANGES ?? inForm({ short: 150, full: 300 }));
const kills = Number(process.env.COPY_KILLS ?? inForm({ short: 2, full: 3 }));
const seed = Number(process.env.COPY_SEED ?? Date.now() % 1_000_000);

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.stop());

test(`a copy of an account that changes meanwhile is exact, though its reader is killed (seed ${seed})`, async () => {
  const { differences, ...figures } = await copyUnderLoad({ service, changes, kills, seed });
  if (process.env.COPY_CHANGES !== undefined) console.log(figures);
  expect(differences).toEqual([]);
  expect(figures.rows).toBeGreaterThan(50);
}, 1_800_000);
