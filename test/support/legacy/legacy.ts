/** A key of the legacy API with given rights, and a function to send requests with it. */

import { createApiKey } from '../../../cli/legacy-keys.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import type { RoleRights } from '../../../server/identity/accounts/api-key-roles.ts';
import { setV2End } from '../../../server/identity/accounts/legacy-end.ts';
import { type CallOptions, call, type Reply } from '../calls.ts';
import type { SharedService, TestService } from '../service.ts';

export interface LegacyClient {
  readonly name: string;
  readonly apiKey: string;
  /** GET by default. */
  call(path: string, options?: CallOptions & { readonly method?: string }): Promise<Reply>;
}

export const everyRight: RoleRights = { leaves: 'all', users: 'all', personalData: true, former: true, future: true };

export const keyHeaders = (apiKey: string): Record<string, string> => ({ authorization: `svc application=${apiKey}` });

let keys = 0;

/** With every right, or with the given rights only. */
export async function legacyClient(
  service: SharedService,
  account: Account,
  rights: Partial<RoleRights> = everyRight,
): Promise<LegacyClient> {
  keys += 1;
  const name = `Key ${keys}`;
  const { apiKey } = await createApiKey(service, account, { name, technicalContact: 'it@example.com', rights });
  return { name, apiKey, call: (path, options) => legacyCall(service, apiKey, path, options) };
}

export const legacyCall = (
  service: Pick<TestService, 'url'>,
  apiKey: string | null,
  path: string,
  { method = 'GET', headers = {}, ...rest }: CallOptions & { readonly method?: string } = {},
): Promise<Reply> =>
  call(service.url, null, method, path, {
    ...rest,
    headers: { 'api-version': undefined, ...(apiKey !== null && keyHeaders(apiKey)), ...headers },
  });

/** Keeps the second generation of the legacy API available during the test. */
export const keepV2 = async (service: SharedService, account: Account): Promise<void> => {
  await setV2End(service.database.session(account.id), new Date('2100-01-01T00:00:00Z'));
};
