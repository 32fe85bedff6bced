// People see their own sign-ins, and an open page reacts when the account requires more, in a real browser.
import { setTimeout } from 'node:timers/promises';
import { generate } from 'otplib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { type IdentityProvider, identityProvider } from '../judges/identity-provider.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { inFull } from '../support/form.ts';
import { browser, password, type TestPerson } from '../support/people/person.ts';
import { callbackPath, isSignedIn, link } from '../support/provider.ts';

let at: Stage;
let provider: IdentityProvider | undefined;

beforeAll(async () => {
  at = await stage();
});

afterAll(async () => {
  await provider?.stop();
  await at.close();
});

/** A change of what is asked of people is applied within this time. */
const appliedMs = 1000;

const atTheSignIn = (page: Page) => page.waitForURL(/\/console\/sign-in/);

async function elsewhere({ email }: TestPerson, account: string, userAgent: string) {
  const own = browser(at.service.url);
  const headers = { 'user-agent': userAgent };
  const reply = await own.call('POST', '/admin-api/session', { body: { account, email, password }, headers });
  expect(reply.status, reply.text).toBe(200);
  return own;
}

it('a person sees new sign-ins in their profile, and ends them one by one or together', async () => {
  const account = await at.service.openAccount('hazel');
  const person = await at.service.person(account);
  const phone = await elsewhere(person, account.name, 'Mozilla/5.0 (iPhone) Version/18.0 Mobile Safari/604.1');
  const laptop = await elsewhere(person, account.name, 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0');
  const page = await at.open('/profile', person);
  await page.getByRole('heading', { name: 'Sign-ins' }).waitFor();
  await page.getByText('2 sign-ins are new since your last sign-in from this browser. Was it you?').waitFor();
  const row = page.getByRole('group', { name: 'Safari · iPhone' });
  await row.getByText('new', { exact: true }).waitFor();
  await row.getByText(/127\.0\.0\.1 · .* · password/).waitFor();
  await page.getByText('this one').waitFor();
  await page.getByRole('button', { name: 'End: Safari · iPhone' }).click();
  await row.getByText(/ended/).waitFor();
  await expect.poll(() => isSignedIn(phone)).toBe(false);
  expect(await isSignedIn(laptop)).toBe(true);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await page.getByRole('group', { name: 'Firefox · Linux' }).getByText(/ended/).waitFor();
  await expect.poll(() => isSignedIn(laptop)).toBe(false);
  // This page continues, with another session token than at its start.
  expect(await isSignedIn(person)).toBe(false);
  await page.addInitScript(`Object.defineProperty(navigator, 'languages', { get: () => ['fr-FR'] })`);
  await page.reload();
  await page.getByRole('heading', { name: 'Connexions' }).waitFor();
  await page.getByText('2 connexions sont nouvelles depuis votre dernière connexion avec ce navigateur').waitFor();
  expect(at.errors).toEqual([]);
});

inFull('an open page leads to the enrolment when the account asks everybody for a second factor', async () => {
  const account = await at.service.openAccount('juniper');
  const [owner, person] = [await at.service.person(account), await at.service.person(account, 'administrator')];
  const begun = (await owner.call('POST', '/admin-api/profile/totp', { body: {} })).body;
  const code = async (secret: string) => generate({ secret, epoch: Math.floor(at.service.now().getTime() / 1000) });
  const body = { id: begun.id, code: await code(begun.secret) };
  expect((await owner.call('POST', '/admin-api/profile/totp/confirmation', { body })).status).toBe(200);
  const page = await at.open('/people', person);
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  const required = { isSecondFactorRequired: true };
  expect((await owner.call('PATCH', '/admin-api/account-settings/current', { body: required })).status).toBe(200);
  await setTimeout(appliedMs);
  await page.getByRole('link', { name: 'Org chart' }).click();
  await atTheSignIn(page);
  await page.getByRole('alert').getByText('This account asks everybody for a second factor now.').waitFor();
  await page.getByLabel('Account').fill(account.name);
  await page.getByLabel('E-mail').fill(person.email);
  await page.locator('input[type=password]').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: /app/ }).click();
  const secret = await page
    .getByLabel(/Secret|key/i)
    .first()
    .inputValue();
  await page.getByLabel('Code from your authenticator app').fill(await code(secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Keep these recovery codes in a safe place.').waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.waitForURL(/\/console\/org-chart/);
  expect(at.errors).toEqual([]);
});

inFull('a person links the provider in their profile, or at sign-in if it is required', async () => {
  const account = await at.service.openAccount('maple');
  const [owner, person] = [await at.service.person(account), await at.service.person(account, 'administrator')];
  provider = await identityProvider(at.service.addresses.publicUrl + callbackPath);
  const { issuer, clientId, clientSecret } = provider;
  const body = { name: 'Maple ID', issuer, clientId, clientSecret };
  const made = await owner.call('POST', '/admin-api/identity-providers', { body });
  expect(made.status, made.text).toBe(201);
  const page = await at.open('/profile', owner);
  await page.getByRole('button', { name: 'Link Maple ID' }).click();
  await atProvider(page, 'maple-owner');
  await page.waitForURL(/\/console\/profile/);
  await page.getByRole('button', { name: 'Unlink' }).waitFor();
  const other = await at.service.person(account);
  await link(other, provider, 'maple-other');
  const path = `/admin-api/identity-providers/${made.body.id}`;
  expect((await other.call('PATCH', path, { body: { isRequired: true } })).status).toBe(200);
  await setTimeout(appliedMs);
  const stopped = await at.open('/people', person);
  await atTheSignIn(stopped);
  await stopped.getByRole('alert').getByText('This account lets people in by the provider of your company').waitFor();
  // The host serves several accounts: when this one is entered, its provider is offered, and a password only on demand.
  await stopped.getByLabel('Account').fill(account.name);
  await stopped.getByLabel('Account').blur();
  await stopped.getByRole('button', { name: 'Continue with Maple ID' }).waitFor();
  await stopped.getByRole('button', { name: 'Sign in with a password instead' }).click();
  await stopped.getByLabel('E-mail').fill(person.email);
  await stopped.locator('input[type=password]').fill(password);
  await stopped.getByRole('button', { name: 'Sign in', exact: true }).click();
  await stopped.getByRole('button', { name: 'Continue to the provider' }).click();
  await atProvider(stopped, 'maple-person');
  await stopped.waitForURL(/\/console\/people/);
  await stopped.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  expect(at.errors).toEqual([]);
});

/** The forms of the provider: the sign-in, then the consent. */
async function atProvider(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('x');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}
