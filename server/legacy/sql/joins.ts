/** Joins the relations whose names occur in a SQL text, and those that their joins need. */
import type { Place } from '../../platform/store/condition.ts';
import { type Description, written } from '../members.ts';

export const relationsIn = (sql: string, relations: Description['relations']): string[] =>
  Object.keys(relations).filter((name) => new RegExp(`\\b${name}\\.`).test(sql));

/** In the order of the description, where a relation follows those that its join needs. `joined` are there already. */
export function joinsFor(
  { relations }: Description,
  texts: readonly string[],
  place: Place,
  how: 'join' | 'joinOfPage' = 'join',
  joined: readonly string[] = [],
): string {
  const joins = new Map<string, string>();
  const collect = (text: string): void => {
    for (const name of relationsIn(text, relations)) {
      if (joins.has(name) || joined.includes(name)) continue;
      const join = written(relations[name]?.[how] ?? relations[name]?.join ?? '', place);
      joins.set(name, join);
      collect(join);
    }
  };
  for (const text of texts) collect(text);
  return Object.keys(relations)
    .flatMap((name) => joins.get(name) ?? [])
    .join('\n  ');
}
