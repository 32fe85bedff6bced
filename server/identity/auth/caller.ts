/** Who is calling: a client application, or a person who acts through the console. */
import type { Role } from '@muster/contract/roles.ts';
import type { AddressBook } from '../accounts/addresses.ts';

export interface Caller {
  readonly accountId: string;
  /** The account's name. */
  readonly account: string;
  readonly baseUrl: string;
  readonly clientApplicationId: string;
  readonly clientId: string;
  readonly scopes: ReadonlySet<string>;
  /** null: all, present and future. */
  readonly establishments: readonly string[] | null;
  /** null: the installation's own setting applies. */
  readonly requestsPerMinute: number | null;
  /** Who acts through the console; null for a client application. */
  readonly person: Person | null;
}

/** A person who signed in, as callers know them. */
export interface Person {
  readonly administratorId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly role: Role;
  /** With the rights of one in this session: see installation-access.ts. */
  readonly isOperator: boolean;
  /** An operator who is kept from the installation by nothing but that they have no second factor. */
  readonly isSecondFactorMissing: boolean;
  /** A code, a passkey or a recovery code was shown for this session. */
  readonly hasSecondFactor: boolean;
  /** The company's provider vouches for the person in this session. */
  readonly isByProvider: boolean;
  /** Where accounts are reached, for those who make some. */
  readonly addresses: AddressBook;
}
