/** Passkeys of the browser, loaded when one is wanted. What they say goes to the service as it is. */

import { type SignedIn, type SignInBegun, signIn } from '@muster/contract/sign-in.ts';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';
import { ask } from './session.ts';

export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** The library and the service speak the same JSON; the contract calls it any object. */
const anyObject = (answer: AuthenticationResponseJSON | RegistrationResponseJSON) =>
  ({ ...answer }) as Record<string, unknown>;

async function answered(): Promise<Record<string, unknown>> {
  const [{ startAuthentication }, options] = await Promise.all([
    import('@simplewebauthn/browser'),
    ask(signIn.passkeyOptions),
  ]);
  // The service hands on what its own half of the library has made.
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
  // Made by the service's half of the library, like those above.
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const passkey = anyObject(await startRegistration({ optionsJSON }));
  return ask(signIn.addPasskey, { passkey, ...(name !== '' && { name }) });
}
