// Sign-in and sign-out in a real browser.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { type OwnStage, ownStage } from '../support/console/console.ts';
import { inFull } from '../support/form.ts';
import { administratorOf, type TestPerson } from '../support/people/person.ts';

let at: OwnStage;

beforeAll(async () => {
  at = await ownStage();
});

afterAll(async () => {
  await at.close();
});

async function signIn(page: Page, { email, password }: Pick<TestPerson, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const signedIn = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
const atSignIn = (page: Page) => page.waitForURL(/\/console\/sign-in/);

it('a person who is not signed in gets the sign-in page, and then the page they asked for', async () => {
  const account = await at.service.openAccount('alder');
  const person = await administratorOf(at.service.database, account);
  const page = await at.open('/people?status=active');
  await atSignIn(page);
  await signIn(page, { ...person, password: 'not the right one' });
  await page.getByRole('alert').getByText('That does not open anything here.').waitFor();
  await signIn(page, person);
  await page.waitForURL(/\/console\/people\?status=active$/);
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  expect(await page.evaluate('document.cookie')).toBe('');
  expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(person.email);
  expect(at.errors).toEqual([]);
});

inFull('a passkey of the device signs in without a password', async () => {
  const account = await at.service.openAccount('birch');
  const person = await at.service.person(account);
  const page = await at.open('/profile', person);
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.getByRole('button', { name: 'Add a second factor' }).click();
  await page.getByRole('button', { name: 'Passkey of this device' }).click();
  await page.getByText('Keep these recovery codes in a safe place.').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Your profile' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await atSignIn(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await signedIn(page);
  expect(at.errors).toEqual([]);
});

inFull('a sign-out everywhere ends every session of the person, and of nobody else', async () => {
  const account = await at.service.openAccount('cedar');
  const [person, colleague] = [await at.service.person(account), await at.service.person(account)];
  const elsewhere = await at.open('/people', person);
  await signedIn(elsewhere);
  const page = await at.open('/profile', person);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await atSignIn(page);
  await elsewhere.getByRole('link', { name: 'Org chart' }).click();
  await atSignIn(elsewhere);
  expect((await person.call('GET', '/admin-api/session')).status).toBe(401);
  expect((await colleague.call('GET', '/admin-api/session')).status).toBe(200);
  expect(at.errors).toEqual([]);
});
