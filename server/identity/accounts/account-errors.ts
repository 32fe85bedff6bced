// Errors of operator commands: every wrong member at once, each with what is allowed.

export class RefusedError extends Error {
  readonly errors: Readonly<Record<string, readonly string[]>>;

  constructor(errors: Readonly<Record<string, readonly string[]>>) {
    super(
      Object.entries(errors)
        .map(([member, messages]) => `${member}: ${messages.join(' ')}`)
        .join('\n'),
    );
    this.name = 'RefusedError';
    this.errors = errors;
  }
}

/** The wrong members with their messages; undefined means valid. */
export function refuseIfAny(messages: Readonly<Record<string, string | undefined>>): void {
  const wrong = Object.entries(messages).flatMap(([member, message]) =>
    message === undefined ? [] : [[member, [message]] as const],
  );
  if (wrong.length > 0) throw new RefusedError(Object.fromEntries(wrong));
}

/**
 * Runs a change and turns the violation of a unique index into an error. A check before the insert would let two
 * operators at once both find the name free.
 */
export async function refusingDuplicates<T>(
  index: string,
  errors: Readonly<Record<string, readonly string[]>>,
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const isDuplicate = error instanceof Error && 'code' in error && error.code === '23505' && 'constraint' in error;
    if (isDuplicate && error.constraint === index) throw new RefusedError(errors);
    throw error;
  }
}

/** The error of a name, if any. */
export function personNameError(name: string): string | undefined {
  const isName = name.trim() !== '' && [...name].length <= 255 && !hasControlCharacter(name);
  return isName ? undefined : 'A name has 1 to 255 characters, not all of them blank, and no control characters.';
}

export function emailError(email: string): string | undefined {
  const isEmail = /^[^\s@]+@[^\s@]+$/.test(email) && [...email].length <= 255 && !hasControlCharacter(email);
  return isEmail ? undefined : 'An e-mail address has 3 to 255 characters and one @ between its two parts.';
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
