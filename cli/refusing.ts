/** A refusal of the service as one of the command, under the names that the operator gave. */
import { RefusedError } from '@muster/server/identity/accounts/account-errors.ts';
import { Problem } from '@muster/server/problem.ts';

/** Members of the API and the names of their options, in the order in which the command lists them. */
export type OptionNames = Readonly<Record<string, string>>;

export async function refusing<T>(work: Promise<T>, names?: OptionNames): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Problem && error.errors)) throw error;
    throw new RefusedError(names ? renamed(error.errors, names) : error.errors);
  }
}

function renamed(errors: Readonly<Record<string, readonly string[]>>, names: OptionNames): Record<string, string[]> {
  const order = Object.keys(names);
  const members = Object.entries(errors).map(([path, messages]) => ({ member: path.split('.')[0] ?? '', messages }));
  members.sort((one, other) => order.indexOf(one.member) - order.indexOf(other.member));
  const byName = Map.groupBy(members, ({ member }) => names[member] ?? member);
  return Object.fromEntries([...byName].map(([name, some]) => [name, some.flatMap(({ messages }) => messages)]));
}
