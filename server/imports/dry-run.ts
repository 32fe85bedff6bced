/**
 * What a dry run remembers: it creates nothing, so later batches would not find rows that earlier lines would have
 * created.
 */
import type { Importable } from '@muster/contract/importables.ts';
import { type LineOutcome, type ReadLine, remoteIdOf } from './line.ts';
import { nameAt, withMember } from './names.ts';

export interface DryRunMemory {
  has(remoteId: string | null): boolean;
  /** The line without references to rows that earlier lines would have created. */
  withoutNew(line: ReadLine): ReadLine;
  /** Remembers created rows. A later line about one of them counts as an update. */
  remember(lines: readonly ReadLine[], outcomes: readonly LineOutcome[]): LineOutcome[];
}

export function dryRunMemory({ resource, nameables }: Importable): DryRunMemory {
  const created = new Set<string>();
  const own = nameables.filter((nameable) => nameable.resource === resource);
  const has = (remoteId: string | null) => remoteId !== null && created.has(remoteId);
  return {
    has,
    withoutNew(line) {
      const isNew = ({ path }: (typeof own)[number]) => has(nameAt(line.body, path, 'remoteId'));
      const body = own.filter(isNew).reduce((rest, { path }) => withMember(rest, path, null), line.body);
      return body === line.body ? line : { ...line, body };
    },
    remember(lines, outcomes) {
      const keys = new Map(lines.map(({ number, body }) => [number, remoteIdOf(body)]));
      return outcomes.map((outcome) => {
        const key = keys.get(outcome.number) ?? null;
        if (outcome.fate !== 'created' || key === null) return outcome;
        if (created.has(key)) return { ...outcome, fate: 'updated' };
        created.add(key);
        return outcome;
      });
    },
  };
}
