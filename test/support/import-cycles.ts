/** Each cycle as its files; the first file is repeated at the end. */
export function cyclesIn(importsOf: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const path: string[] = [];
  function follow(file: string): void {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file]);
    else if (!finished.has(file)) {
      path.push(file);
      for (const imported of importsOf.get(file) ?? []) follow(imported);
      path.pop();
      finished.add(file);
    }
  }
  for (const file of importsOf.keys()) follow(file);
  return cycles;
}
