// Which host belongs to which account, by table.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccountAddress, type AddressSettings, addressBook } from './addresses.ts';

const oneHost: AddressSettings = { publicUrl: 'http://localhost:8080', authUrl: null, accountHosts: [] };
const manyHosts: AddressSettings = {
  publicUrl: 'https://hr.example.com',
  authUrl: 'https://accounts.example.com',
  accountHosts: [
    { environment: 'production', pattern: '{account}.example.com' },
    { environment: 'test', pattern: '{account}.example-test.com:8443' },
    { environment: 'sandbox', pattern: '{account}-{sandbox}.example.com' },
  ],
};
const sandboxFirst: AddressSettings = {
  ...manyHosts,
  accountHosts: [
    { environment: 'production', pattern: '{account}.example.com' },
    { environment: 'sandbox', pattern: '{sandbox}-{account}.example.com' },
  ],
};
const withPort: AddressSettings = {
  publicUrl: 'https://hr.example.com:9443',
  authUrl: null,
  accountHosts: [{ environment: 'production', pattern: '{account}.example.com' }],
};

const acme: AccountAddress = { name: 'Acme', environment: 'production', sandbox: null };
const acmeTest: AccountAddress = { name: 'Acme', environment: 'test', sandbox: null };
const acmeDemo: AccountAddress = { name: 'Acme', environment: 'demo', sandbox: null };
const acmeSandbox: AccountAddress = { name: 'Acme', environment: 'sandbox', sandbox: 'k7' };

describe('the address of an account', () => {
  it.each([
    [oneHost, acme, 'http://localhost:8080'],
    [oneHost, acmeSandbox, 'http://localhost:8080'],
    [manyHosts, acme, 'https://acme.example.com'],
    [manyHosts, acmeTest, 'https://acme.example-test.com:8443'],
    [manyHosts, acmeDemo, 'https://hr.example.com'],
    [manyHosts, acmeSandbox, 'https://acme-k7.example.com'],
    [withPort, acme, 'https://acme.example.com:9443'],
  ])('%#: is %3$s', (settings, account, baseUrl) => {
    expect(addressBook(settings).baseUrlOf(account)).toBe(baseUrl);
  });

  it.each([
    [oneHost, acme, 'http://localhost:8080/accounts/Acme'],
    [oneHost, acmeTest, 'http://localhost:8080/accounts/Acme/test'],
    [oneHost, acmeSandbox, 'http://localhost:8080/accounts/Acme/sandbox/k7'],
    [manyHosts, acme, 'https://acme.example.com'],
    [manyHosts, acmeDemo, 'https://hr.example.com/accounts/Acme/demo'],
    [manyHosts, acmeSandbox, 'https://acme-k7.example.com'],
  ])('%#: names the account in events as %3$s', (settings, account, source) => {
    expect(addressBook(settings).sourceOf(account)).toBe(source);
  });

  it('keeps the token host apart, or shares it when none is set', () => {
    expect(addressBook(manyHosts).authUrl).toBe('https://accounts.example.com');
    expect(addressBook(oneHost).authUrl).toBe('http://localhost:8080');
  });
});

describe('the account at a host', () => {
  const shared = { kind: 'shared' };
  const unknown = { kind: 'unknown' };
  const production = { kind: 'account', name: 'acme', environment: 'production', sandbox: null };
  it.each([
    [oneHost, 'localhost:8080', shared],
    [oneHost, 'anything.at.all', shared],
    [oneHost, '', shared],
    [manyHosts, 'hr.example.com', shared],
    [manyHosts, 'HR.Example.com:443', shared],
    [manyHosts, 'accounts.example.com', shared],
    [manyHosts, 'acme.example.com', production],
    [manyHosts, 'ACME.Example.COM', production],
    [manyHosts, 'acme.example.com.', production],
    [manyHosts, 'acme.example.com:443', production],
    [manyHosts, 'acme.example.com:8443', unknown],
    [manyHosts, 'acme.example-test.com:8443', { ...production, environment: 'test' }],
    [manyHosts, 'acme.example-test.com', unknown],
    [manyHosts, 'acme-k7.example.com', { ...production, environment: 'sandbox', sandbox: 'k7' }],
    [manyHosts, 'acme7.example.com', { ...production, name: 'acme7' }],
    [manyHosts, '7.example.com', { ...production, name: '7' }],
    [manyHosts, 'acme-7-k7.example.com', { ...production, name: 'acme-7', environment: 'sandbox', sandbox: 'k7' }],
    [manyHosts, 'acme-north.example-test.com:8443', { ...production, name: 'acme-north', environment: 'test' }],
    [manyHosts, '-acme.example.com', unknown],
    [manyHosts, 'acme-.example.com', unknown],
    [manyHosts, 'acme--k7.example.com', unknown],
    [manyHosts, 'acme_k7.example.com', unknown],
    [
      sandboxFirst,
      'k7-acme-north.example.com',
      { ...production, name: 'acme-north', environment: 'sandbox', sandbox: 'k7' },
    ],
    [manyHosts, 'a.acme.example.com', unknown],
    [manyHosts, 'acmexexample.com', unknown],
    [manyHosts, 'acme.example.com.evil.org', unknown],
    [manyHosts, 'evil.org', unknown],
    [manyHosts, '', unknown],
    [withPort, 'acme.example.com:9443', production],
    [withPort, 'acme.example.com', unknown],
  ])('%#: %2$s', (settings, host, expected) => {
    expect(addressBook(settings).accountAt(host)).toEqual(expected);
  });
});

describe('the token host', () => {
  it.each([
    [oneHost, 'localhost:8080', true],
    [oneHost, 'other:1', true],
    [manyHosts, 'accounts.example.com', true],
    [manyHosts, 'Accounts.example.com:443', true],
    [manyHosts, 'hr.example.com', false],
    [manyHosts, 'acme.example.com', false],
    [withPort, 'hr.example.com:9443', true],
    [withPort, 'acme.example.com:9443', false],
    [{ ...manyHosts, accountHosts: [] }, 'hr.example.com', false],
    [{ ...manyHosts, accountHosts: [] }, 'accounts.example.com', true],
  ])('%#: %2$s', (settings, host, expected) => {
    expect(addressBook(settings).isAuthHost(host)).toBe(expected);
  });
});

describe('host and credential', () => {
  it.each([
    [oneHost, 'localhost:8080', acme, true],
    [manyHosts, 'acme.example.com', acme, true],
    [manyHosts, 'other.example.com', acme, false],
    [manyHosts, 'hr.example.com', acme, false],
    [manyHosts, 'hr.example.com', acmeDemo, true],
    [manyHosts, 'acme.example.com', acmeDemo, false],
    [manyHosts, 'acme.example.com', acmeTest, false],
    [manyHosts, 'acme-k7.example.com', acmeSandbox, true],
    [manyHosts, 'acme-k8.example.com', acmeSandbox, false],
    [manyHosts, 'evil.org', acmeDemo, false],
  ])('%#: must name the same account', (settings, host, account, expected) => {
    const addresses = addressBook(settings);
    expect(addresses.mayServe(addresses.accountAt(host), account)).toBe(expected);
  });

  it('leaves the hosts of the service to the service', () => {
    const addresses = addressBook(manyHosts);
    expect(addresses.isReserved({ ...acme, name: 'Accounts' })).toBe(true);
    expect(addresses.isReserved({ ...acmeTest, name: 'Accounts' })).toBe(false);
    expect(addresses.isReserved(acme)).toBe(false);
  });

  it.each([
    [manyHosts, { ...acme, name: 'acme-k7' }, true],
    [manyHosts, { ...acmeTest, name: 'acme-k7' }, false],
    [manyHosts, { ...acmeSandbox, name: 'acme-north' }, false],
    [sandboxFirst, { ...acmeSandbox, name: 'acme-north' }, false],
    [oneHost, { ...acme, name: 'acme-k7' }, false],
  ])('%#: leaves the hosts of sandboxes to sandboxes', (settings, account, expected) => {
    expect(addressBook(settings).isReserved(account)).toBe(expected);
  });

  it('knows every account by its own host, unless it refuses the name', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9]{1,4}(-[A-Za-z0-9]{1,8}){0,3}$/);
    const sandbox = fc.stringMatching(/^[a-z0-9]{2,8}$/);
    fc.assert(
      fc.property(fc.constantFrom(manyHosts, sandboxFirst), name, fc.option(sandbox), (settings, called, made) => {
        const addresses = addressBook(settings);
        const environment = made === null ? 'production' : 'sandbox';
        const account = { name: called, environment, sandbox: made } as const;
        const at = addresses.accountAt(new URL(addresses.baseUrlOf(account)).host);
        expect(addresses.mayServe(at, account)).toBe(!addresses.isReserved(account));
        if (made !== null) expect(addresses.isReserved(account)).toBe(false);
      }),
    );
  });
});
