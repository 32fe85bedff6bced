/** An authenticator app that uses the clock of a test. */
import { generate } from 'otplib';
import { expect } from 'vitest';
import type { Browser } from './people/person.ts';
import type { TestService } from './service.ts';

type Clock = Pick<TestService, 'now' | 'advance'>;

export const codeFor = ({ now }: Pick<Clock, 'now'>, secret: string): Promise<string> =>
  generate({ secret, epoch: Math.floor(now().getTime() / 1000) });

/** For a signed-in person or a pending sign-in. The clock is past the step of the confirming code. */
export async function enrolApp(
  clock: Clock,
  own: Browser,
): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] }> {
  const { id, secret } = (await own.call('POST', '/admin-api/profile/totp', { body: {} })).body;
  const body = { id, code: await codeFor(clock, secret) };
  const enrolled = await own.call('POST', '/admin-api/profile/totp/confirmation', { body });
  expect(enrolled.status, enrolled.text).toBe(200);
  clock.advance(60_000);
  return { secret, recoveryCodes: enrolled.body.recoveryCodes };
}
