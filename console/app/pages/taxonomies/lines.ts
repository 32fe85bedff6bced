/** One label per line: a name, and after a semicolon its remote id. Pure. */

export interface Line {
  readonly text: string;
  readonly name: string;
  readonly remoteId: string | null;
}

/** Empty lines and existing labels are ignored. */
export function linesIn(typed: string): readonly Line[] {
  const texts = new Set(
    typed
      .split('\n')
      .map((text) => text.trim())
      .filter((text) => text !== ''),
  );
  return [...texts].map((text) => {
    const [name = '', ...rest] = text.split(';');
    return { text, name: name.trim(), remoteId: rest.join(';').trim() || null };
  });
}

export const withoutLine = (typed: string, line: string): string =>
  typed
    .split('\n')
    .filter((text) => text.trim() !== line)
    .join('\n');
