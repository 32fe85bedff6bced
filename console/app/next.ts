/** The page after signing in. */

/** Only addresses of the console: a link could contain any other. */
export function safeNext(next: string | undefined): string {
  return next?.startsWith('/') && !next.startsWith('//') && !next.includes('\\') ? next : '/';
}

/** The same, with the base address of the console. */
export const consoleAddress = (next: string | undefined): string =>
  `/console${safeNext(next).replace(/^\/console(?=\/|$)/, '')}`;
