/** Where somebody goes after signing in. */

/** Only addresses of the console itself: another could be put into a link by anybody. */
export function safeNext(next: string | undefined): string {
  return next?.startsWith('/') && !next.startsWith('//') && !next.includes('\\') ? next : '/';
}

/** The same, with the address below which the console lies. */
export const consoleAddress = (next: string | undefined): string =>
  `/console${safeNext(next).replace(/^\/console(?=\/|$)/, '')}`;
