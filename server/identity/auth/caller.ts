/** The caller of a request: a client application, or a person who uses the console. */
import type { Author } from '@muster/contract/author.ts';
import type { Role } from '@muster/contract/roles.ts';
import type { AddressBook } from '../accounts/addresses.ts';

export interface Caller {
  readonly accountId: string;
  /** The account's name. */
  readonly account: string;
  readonly baseUrl: string;
  /** The `source` of the events of the account. */
  readonly eventSource: string;
  readonly clientApplicationId: string;
  readonly clientId: string;
  readonly scopes: ReadonlySet<string>;
  /** null: all, including future ones. */
  readonly establishments: readonly string[] | null;
  /** null: the setting of the installation applies. */
  readonly requestsPerMinute: number | null;
  /** The signed-in person; null for a client application. */
  readonly person: Person | null;
  /** Whom its changes are recorded for. */
  readonly author: Author;
}

/** A signed-in person. */
export interface Person {
  readonly administratorId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly role: Role;
  /** A manager sees the employee with this id and everybody who reports to them; null: no such limit. */
  readonly teamOf: string | null;
  /** With the rights of one in this session: see installation-access.ts. */
  readonly isOperator: boolean;
  /** An operator who is kept from the installation by nothing but that they have no second factor. */
  readonly isSecondFactorMissing: boolean;
  /** A code, a passkey or a recovery code was shown for this session. */
  readonly hasSecondFactor: boolean;
  /** The session was opened by the company's identity provider. */
  readonly isByProvider: boolean;
  /** The addresses of accounts, for operators who create some. */
  readonly addresses: AddressBook;
}
