/** Labels written below each other: a name, and after a semicolon the key that it has elsewhere. Pure. */

export interface Line {
  readonly text: string;
  readonly name: string;
  readonly remoteId: string | null;
}

/** Empty lines, and lines that are there already, count for nothing. */
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
