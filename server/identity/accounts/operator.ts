/** The operator on the command line, who sees everything of an account. */
import { administrationScopes, scopes } from '@muster/contract/scopes.ts';
import type { AccessContext } from '../../platform/verbs/access.ts';

export const operatorOf = (accountId: string, account = '', baseUrl = ''): AccessContext => ({
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
