/** Rows as aligned columns. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => [...(line[column] ?? '')].length)));
  const padded = (line: readonly string[]) =>
    line.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length)).join('  ');
  return lines.map((line) => padded(line).trimEnd()).join('\n');
}

export const day = (moment: Date): string => moment.toISOString().slice(0, 10);
