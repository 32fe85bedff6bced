/** Passkeys of the browser, loaded on demand. Their responses go to the service unchanged. */

import { type SignedIn, type SignInBegun, signIn } from '@muster/contract/sign-in.ts';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';
import { ask } from './session.ts';

export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** The library and the service use the same JSON; the contract declares it as any object. */
const anyObject = (answer: AuthenticationResponseJSON | RegistrationResponseJSON) =>
  ({ ...answer }) as Record<string, unknown>;

async function answered(): Promise<Record<string, unknown>> {
  const [{ startAuthentication }, options] = await Promise.all([
    import('@simplewebauthn/browser'),
    ask(signIn.passkeyOptions),
  ]);
  // The service returns what its half of the library has created.
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return anyObject(await startAuthentication({ optionsJSON }));
}

/** Instead of a password. */
export const enterWithPasskey = async (): Promise<SignedIn | SignInBegun> =>
  ask(signIn.withPasskey, { passkey: await answered() });

/** After the password. */
export const proveByPasskey = async (): Promise<SignedIn | SignInBegun> =>
  ask(signIn.withSecondFactor, { passkey: await answered() });

export async function addPasskey(name: string) {
  const [{ startRegistration }, options] = await Promise.all([
    import('@simplewebauthn/browser'),
    ask(signIn.registrationOptions),
  ]);
  // Created by the service's half of the library, like those above.
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const passkey = anyObject(await startRegistration({ optionsJSON }));
  return ask(signIn.addPasskey, { passkey, ...(name !== '' && { name }) });
}
