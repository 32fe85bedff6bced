/**
 * Whom this tab belongs to. All tabs of a browser share one cookie: once somebody else has signed in in another tab, what this
 * tab saves would be written in their name, and even into their account.
 */
const storageKey = 'muster.person';

let own: string | null = null;

/** The person has signed in here. */
export function beginTab(person: string): void {
  own = person;
  localStorage.setItem(storageKey, person);
}

/** The service has said whom the cookie belongs to; the first answer is about this tab. */
export function noteSignedIn(person: string): void {
  own ??= person;
  localStorage.setItem(storageKey, person);
}

export const isTakenOver = (): boolean => own !== null && localStorage.getItem(storageKey) !== own;
