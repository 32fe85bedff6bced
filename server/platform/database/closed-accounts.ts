/**
 * Accounts that are deleted and still in their grace time. Nothing is sent, made or changed for them; what was begun goes on
 * if somebody keeps the account. Removals go on: of what retention rules take, of erased people, of what has expired.
 */

/** SQL: whether the account is not closed. There are few closed ones, and an index finds them. */
export const isOpenAccount = (column: string): string =>
  `${column} not in (select id from accounts where state = 'closed')`;
