/** The layers of the code, from the table of allowed imports, for ARCHITECTURE.md. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { mayImport } from '../../test/support/import-table.ts';

/** Parts of the contract are distinguished in the table only. */
const nameOf = (part: string): string => (part.startsWith('contract/') ? 'contract' : part);

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A part is a folder or one file. */
const pathOf = (part: string): string => (existsSync(`${root}${part}.ts`) ? `${part}.ts` : part);

/** What each part imports as a value. An import of types alone does not count: it is gone when the code runs. */
function valueImports(): ReadonlyMap<string, ReadonlySet<string>> {
  const imports = new Map<string, Set<string>>();
  for (const [part, allowed] of Object.entries(mayImport)) {
    const name = nameOf(part);
    const below = imports.get(name) ?? new Set();
    for (const one of allowed) if (!one.startsWith('type ') && nameOf(one) !== name) below.add(nameOf(one));
    imports.set(name, below);
  }
  return imports;
}

/** One line for each layer, the highest first: a part lies one layer above the highest part that it imports. */
export function layersPicture(): string {
  const imports = valueImports();
  const layerOf = (part: string, path: readonly string[] = []): number => {
    if (path.includes(part)) throw new Error(`The table of imports has a cycle: ${[...path, part].join(' → ')}.`);
    const below = [...(imports.get(part) ?? [])].map((one) => layerOf(one, [...path, part]));
    return below.length === 0 ? 0 : 1 + Math.max(...below);
  };
  const layers: string[][] = [];
  for (const part of [...imports.keys()].sort()) {
    const layer = layerOf(part);
    layers[layer] = [...(layers[layer] ?? []), part];
  }
  const lines = layers.toReversed().map((parts) => parts.map(pathOf).join(' · '));
  return ['```', ...lines, '```', ''].join('\n');
}
