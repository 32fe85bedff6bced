/** Sessions that end because the account now requires something of everybody. */
import { expect } from 'vitest';
import { type Browser, browser } from './people/person.ts';
import type { TwoNodes } from './provider-scene.ts';

/** The same person on the other node. */
export const atOther = ({ other }: TwoNodes, { cookies }: Browser): Browser => browser(other.url, cookies);

const requests = [
  ['GET', '/admin-api/session'],
  ['GET', '/admin-api/administrators'],
  ['GET', '/svc-api/employees'],
  ['POST', '/svc-api/taxonomies'],
  ['GET', '/admin-api/profile'],
  ['POST', '/admin-api/profile/totp'],
] as const;

/** Within one second, on both nodes, for every request. */
export async function expectStopped(at: TwoNodes, person: Browser, reason: string): Promise<void> {
  at.service.advance(1000);
  for (const own of [person, atOther(at, person)]) {
    for (const [method, path] of requests) {
      const refused = await own.call(method, path, method === 'POST' ? { body: { name: 'x' } } : {});
      expect([path, refused.status, refused.body.type.split('/').at(-1)]).toEqual([path, 401, reason]);
    }
  }
}
