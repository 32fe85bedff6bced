import { describe, expect, it } from 'vitest';
import { loopbackNetworks } from '../settings/webhooks.ts';
import { type AddressPermits, checkedAddresses, isPublic, refusedAddress } from './address.ts';

const names: Record<string, readonly string[]> = {
  'hooks.example.net': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'mixed.example.net': ['93.184.215.14', '10.0.0.8'],
  'inside.example.net': ['fd00::1'],
};
const resolve = async (name: string) => {
  const found = names[name];
  if (!found) throw new Error('ENOTFOUND');
  return found;
};
const permits: AddressPermits = {
  networks: [],
  isOwnHost: (host) => host === 'hr.example.com' || host === 'acme.hr.example.com',
  resolve,
};

describe('isPublic', () => {
  it.each(['93.184.215.14', '8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8', '2002:0808:0808::1', '64:ff9b::8.8.8.8'])(
    'lets %s be called',
    (address) => expect(isPublic(address)).toBe(true),
  );
  it.each([
    '127.0.0.1',
    '127.255.0.3',
    '0.0.0.0',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.9',
    '240.0.0.1',
    '::',
    '::1',
    'fe80::1',
    'fd12:3456::1',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '2001:2::1',
    '3fff::1',
    '::127.0.0.1',
    '::808:808',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:0:10.0.0.1',
    '2002:7f00:0001::1',
    '2002:a9fe:a9fe::1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::8.8.8.8',
    '2001:0:808:808::f5ff:fffe',
    '2606:4700::200:5efe:a00:1',
    '4000::1',
    'nonsense',
  ])('refuses %s', (address) => expect(isPublic(address)).toBe(false));
});

describe('refusedAddress', () => {
  it.each(['https://hooks.example.net/acme?x=1', 'https://hooks.example.net:8443', 'https://8.8.8.8/'])(
    'accepts %s',
    async (url) => expect(await refusedAddress(url, permits)).toBeNull(),
  );
  it.each([
    ['http://hooks.example.net/', 'Must be an https:// address.'],
    ['ftp://hooks.example.net/', 'Must be an https:// address.'],
    ['hooks.example.net', 'Must be an https:// address.'],
    ['https://u:p@hooks.example.net/', 'Must not hold a user name or password.'],
    ['https://hooks.example.net/#x', 'Must not hold a fragment.'],
    ['https://hooks.example.net/#', 'Must not hold a fragment.'],
    [`https://hooks.example.net/${'x'.repeat(500)}`, 'The path must be at most 500 characters long.'],
    [`https://hooks.example.net/?${'x'.repeat(2000)}`, 'Must be at most 2000 characters long.'],
    ['https://hr.example.com/hook', 'Must not be an address of this service.'],
    ['https://ACME.hr.example.com/hook', 'Must not be an address of this service.'],
    ['https://hr.example.com:8443/hook', 'Must not be an address of this service.'],
    ['https://unknown.example.net/', 'The host unknown.example.net cannot be found.'],
    ['https://mixed.example.net/', /public internet/],
    ['https://inside.example.net/', /public internet/],
    ['https://localhost/', /cannot be found/],
    ['https://127.0.0.1/', /public internet/],
    ['https://2130706433/', /public internet/],
    ['https://0x7f.1/', /public internet/],
    ['https://[::1]/', /public internet/],
    ['https://[::ffff:169.254.169.254]/latest', /public internet/],
  ])('refuses %s', async (url, sentence) => expect(await refusedAddress(url, permits)).toMatch(sentence));

  it('allows this machine, and http to it, where that is permitted', async () => {
    const development = {
      ...permits,
      networks: loopbackNetworks,
      isOwnHost: (host: string) => host === 'localhost:3000',
    };
    const { resolve: _, ...real } = development;
    expect(await refusedAddress('http://127.0.0.1:4000/hook', development)).toBeNull();
    expect(await refusedAddress('http://[::1]:4000/hook', development)).toBeNull();
    expect(await refusedAddress('http://localhost:4000/hook', real)).toBeNull();
    expect(await refusedAddress('http://localhost:3000/hook', real)).toBe('Must not be an address of this service.');
    expect(await refusedAddress('http://8.8.8.8/', development)).toBe('Must be an https:// address.');
    expect(await refusedAddress('https://10.0.0.8/', development)).toMatch(/public internet/);
  });

  it('judges a name again at every connection', async () => {
    let asked = 0;
    const rebinding = { ...permits, resolve: async () => (asked++ === 0 ? ['8.8.8.8'] : ['127.0.0.1']) };
    expect(await refusedAddress('https://changing.example.net/', rebinding)).toBeNull();
    await expect(checkedAddresses('changing.example.net', 'https:', rebinding)).rejects.toThrow(/public internet/);
  });
});
