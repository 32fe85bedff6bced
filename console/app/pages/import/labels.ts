/** The label of a column of an import: what the member is called elsewhere in the console. */
import { useMemo } from 'react';
import { fieldTexts } from '../../texts/fields.ts';
import { importTexts } from '../../texts/imports.ts';
import { spelt, useLabels } from '../../texts/labels.ts';
import type { TextTree } from '../../texts/part.ts';
import { useTexts } from '../../texts/texts.ts';

/** Objects that only group members. */
const groups = ['firstEmployment', 'firstJobPosition', 'date', 't9n', 'details'];

/** Ways to name what a member refers to. */
const ways = ['id', 'remoteId', 'name', 'title'] as const;
type Way = (typeof ways)[number];
const isWay = (name: string): name is Way => ways.some((way) => way === name);

interface Parts {
  readonly members: readonly string[];
  readonly way: Way | null;
}

function partsOf(path: string): Parts {
  const names = path.split('.').filter((name) => !groups.includes(name));
  const last = names.at(-1) ?? path;
  // A name alone is a member of its own.
  return names.length > 1 && isWay(last) ? { members: names.slice(0, -1), way: last } : { members: names, way: null };
}

export function useColumnLabel(): (path: string) => string {
  const { fieldLabel } = useLabels();
  const t = useTexts(importTexts);
  return useMemo(
    () => (path) => {
      const { members, way } = partsOf(path);
      const label = members.map(fieldLabel).join(': ');
      // The usual way needs no words.
      if (way === null || way === 'name' || way === 'title')
        return withGroup(path, label, t.ofPosition, t.ofEmployment);
      return t.ways[way](label);
    },
    [fieldLabel, t],
  );
}

/** Two members of a hire have the same name as one of the person. */
function withGroup(path: string, label: string, position: string, employment: string): string {
  if (/firstJobPosition\.(remoteId|startsOn|document)/.test(path)) return `${label} (${position})`;
  return /firstEmployment\.(remoteId|document)/.test(path) ? `${label} (${employment})` : label;
}

/** In every language, so that a file in another language than the person's is understood. */
export function labelsInAllLanguages(path: string): readonly string[] {
  const { members, way } = partsOf(path);
  const last = members.at(-1) ?? '';
  if (way === 'id' || way === 'remoteId' || /firstJobPosition\.(remoteId|startsOn)/.test(path)) {
    return [`${spelt(last)} ${way ?? 'position'}`];
  }
  const trees = Object.values(fieldTexts) as readonly TextTree[];
  return [last, ...trees.flatMap((tree) => (typeof tree[last] === 'string' ? [tree[last]] : []))];
}
