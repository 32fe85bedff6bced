// Every spelling that older programs use, and what is left alone.
import { describe, expect, it } from 'vitest';
import { isLegacyAddress, legacyAddress } from './address.ts';

describe('legacyAddress', () => {
  it.each([
    ['/api/v3/leaves', '/api/v3/leaves'],
    ['/API/V3/Leaves/', '/api/v3/leaves'],
    ['/api/v3/Users/?Fields=ID', '/api/v3/users?Fields=ID'],
    ['/Api/Leaves/416-28%2F05%2F2025%2000%3A00%3A00-AM/', '/api/leaves/416-28%2F05%2F2025%2000%3A00%3A00-AM'],
    ['/api/v3/leaves/12-20250528-AM?x=/y/', '/api/v3/leaves/12-20250528-AM?x=/y/'],
    ['/api/v3/users/%zz?a=%zz', '/api/v3/users/%25zz?a=%zz'],
    ['/api/v3/users/%ff', '/api/v3/users/%25ff'],
    ['/API/Nothing/%', '/api/Nothing/%25'],
    ['/api?x=1?y', '/api?x=1?y'],
    ['/api', '/api'],
  ])('%s is %s', (sent, served) => {
    expect([legacyAddress(sent), isLegacyAddress(sent)]).toEqual([served, true]);
  });

  it.each(['/', '/apis/v3/leaves', '/svc-api/Employees/', '/api-docs', '/x/api/leaves/', '/svc-api/%zz'])(
    '%s is no address of the legacy API and stays as it is',
    (sent) => {
      expect([legacyAddress(sent), isLegacyAddress(sent)]).toEqual([sent, false]);
    },
  );
});
