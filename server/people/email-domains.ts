/** E-mail domains that an account refuses for its people. */
import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { AddError } from './rules.ts';

const domains = statement('select refused_email_domains as domains from account_settings where account_id = $1');

export async function refusedDomains(session: Session): Promise<readonly string[]> {
  const [row] = await session.run<{ domains: string[] }>(domains);
  return row?.domains ?? [];
}

export function checkEmail(email: unknown, refused: readonly string[], addError: AddError): void {
  if (typeof email !== 'string') return;
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (refused.some((one) => one.toLowerCase() === domain)) addError('email', 'Addresses of this domain are refused.');
}
