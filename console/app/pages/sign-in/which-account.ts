/** The account to sign in to, if several share a host: from the link, or typed by the person. */
import { type Environment, environments } from '@muster/contract/environments.ts';
import type { SearchParams } from '../../search-params.ts';

export interface WhichAccount {
  readonly account?: string;
  readonly environment?: Environment;
  readonly sandbox?: string;
}

export function whichAccount({ account, environment, sandbox }: SearchParams): WhichAccount {
  const known = environments.find((one) => one === environment);
  return {
    ...(account?.trim() && { account: account.trim() }),
    ...(known && { environment: known }),
    ...(sandbox && { sandbox }),
  };
}

export function searchOf(which: WhichAccount): string {
  const text = new URLSearchParams({ ...which }).toString();
  return text === '' ? '' : `?${text}`;
}
