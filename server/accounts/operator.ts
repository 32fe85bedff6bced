/** Who works on an account from the command line: the operator, from whom nothing is hidden. */
import { administrationScopes, scopes } from '@muster/contract/scopes.ts';
import type { Sight } from '../verbs/access.ts';

export const operatorOf = (accountId: string, account = '', baseUrl = ''): Sight => ({
  caller: {
    accountId,
    account,
    baseUrl,
    clientApplicationId: '0',
    clientId: 'muster',
    scopes: new Set([...scopes, ...administrationScopes]),
    establishments: null,
    requestsPerMinute: null,
    person: null,
  },
  conditions: [],
  conditionsOn: () => [],
});
