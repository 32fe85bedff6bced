/** A sandbox of a new account, and its clock. */
import { expect, vi } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import type { TestPerson } from './people/person.ts';
import type { SharedService } from './service.ts';

export interface Sandbox {
  readonly account: Account;
  /** The original account. */
  readonly owner: TestPerson;
  /** Null: the time of the machine. */
  moveTo(clock: string | null): Promise<void>;
}

export async function sandboxOf(service: SharedService, name: string): Promise<Sandbox> {
  const origin = await service.openAccount(name);
  const owner = await service.person(origin);
  const made = await owner.call('POST', '/admin-api/sandboxes', { body: {} });
  const path = `/admin-api/sandboxes/${made.body.id}`;
  await vi.waitFor(async () => expect((await owner.call('GET', path)).body.state).toBe('ready'), {
    timeout: 30_000,
    interval: 100,
  });
  return {
    account: { ...origin, id: made.body.id, environment: 'sandbox', sandbox: made.body.name },
    owner,
    async moveTo(clock) {
      const moved = await owner.call('PATCH', path, { body: { clock } });
      expect(moved.status, moved.text).toBe(200);
    },
  };
}
