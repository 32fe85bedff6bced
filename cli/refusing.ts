/** Turns a problem of the service into an error of the command. */
import { RefusedError } from '@muster/server/identity/accounts/account-errors.ts';
import { Problem } from '@muster/server/problem.ts';

export async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Problem && error.errors ? new RefusedError(error.errors) : error;
  }
}
