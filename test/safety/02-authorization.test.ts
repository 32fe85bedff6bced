/**
 * Who may do what: every declared operation with every kind of caller, what callers could find out in other ways, and the
 * legacy API with every kind of key. All of them ask for the same rows, which take longer to make than to ask for.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestService, testService } from '../support/service.ts';
import { everyOperationAsked } from './authorization-matrix/every-operation.ts';
import { legacyApiAsked } from './authorization-matrix/legacy-api.ts';
import { oraclesAsked } from './authorization-matrix/oracles.ts';
import { seeded, type World } from './authorization-matrix/world.ts';

const halfHourMs = 30 * 60_000;

let service: TestService;
let world: World;
let expired: string;

beforeAll(async () => {
  service = await testService({ trustedProxies: ['127.0.0.1'] });
  expired = (await service.client(await service.openAccount('past'))).token;
  service.advance(2 * halfHourMs);
  world = await seeded(service);
}, 120_000);
afterAll(() => service.stop());

test('rows are here, there and in another account', () => {
  const places = new Set([...world.rows.values()].flat().map(({ place }) => place));
  expect([...places].sort()).toEqual(['abroad', 'here', 'there']);
});

describe('operations', () => everyOperationAsked(() => ({ world, expired })));
describe('other ways', () => oraclesAsked(() => world));
describe('the legacy API', () => legacyApiAsked(() => world));
