/** Settings of an account, as commands show and change them. */
import { accountSettings } from '@muster/contract/administration/account-settings.ts';
import { type NamedAccount, type Operating, operate } from './operate.ts';
import type { OptionNames } from './refusing.ts';

export type Settings = Readonly<Record<string, unknown>>;

/** Members left out stay as they are; without any this only reads. Returns all settings. */
export const changeSettings = (
  operating: Operating,
  account: NamedAccount,
  change: Settings,
  names?: OptionNames,
): Promise<Settings> =>
  operate(operating, account, ({ update }) => update(accountSettings, 'current', given(change)), names);

const given = (change: Settings): Record<string, unknown> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

/** A reference by its id. */
export const referenceTo = (id: string | null): { readonly id: string } | null => (id === null ? null : { id });

export const idIn = (reference: unknown): string | null => (reference as { id: string } | null)?.id ?? null;
