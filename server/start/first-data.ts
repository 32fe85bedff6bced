/** What a start writes into an installation that has no account. The server takes it as a parameter and contains none. */
import type { AccountDependencies } from '../identity/accounts/accounts.ts';
import type { AddressBook } from '../identity/accounts/addresses.ts';

export interface FirstDataOptions extends AccountDependencies {
  /** A start acts for nobody: the audit log has no entry for it. */
  readonly actor: null;
  readonly dataDir: string;
  /** Called with what is done or waited for, because the first data takes some seconds. */
  readonly onProgress: (sentence: string) => void;
}

export interface FirstData {
  /** The paragraphs that the banner shows once; null if the installation has an account already. */
  createIfEmpty(options: FirstDataOptions): Promise<readonly string[] | null>;
  /** For every later start, which may serve the account under another address. */
  refreshAddresses(dataDir: string, addresses: AddressBook): Promise<void>;
}
