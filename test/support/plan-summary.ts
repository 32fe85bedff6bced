/**
 * A plan of PostgreSQL on one line: which rows it reads with which index, in the order of the plan, and where it sorts.
 * Several statements are separated by a semicolon.
 */
const steps: readonly (readonly [RegExp, (parts: RegExpExecArray) => string])[] = [
  // PostgreSQL's own terms, so that the same expression finds a scan of a whole table here and in a plan.
  [/(Seq Scan on \w+)/, ([, words = '']) => words],
  [/Index (Only )?Scan (Backward )?using (\w+)/, ([, only, backward, index]) => scan(index, only, backward)],
  [/Bitmap Index Scan on (\w+)/, ([, index]) => `${index} (bitmap)`],
  [/(Incremental Sort|Sort)$/, ([, words = '']) => words.toLowerCase()],
];

const scan = (index?: string, only?: string, backward?: string): string =>
  `${index}${only ? ' (only)' : ''}${backward ? ' (backward)' : ''}`;

export function planSummary(plan: string): string {
  const statements = plan.split('  ---\n').map((text) => {
    const found = text.split('\n').flatMap((line) => {
      const [first] = steps.flatMap(([pattern, words]) => {
        const parts = pattern.exec(line);
        return parts ? [words(parts)] : [];
      });
      return first === undefined ? [] : [first];
    });
    return found.join(', ') || 'no table';
  });
  return statements.join('; ');
}
