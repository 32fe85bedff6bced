/** What an installation needs, in docs/scaling.md: computed from the recorded runs of the bench and an assumed load. */
import { recordedRuns } from '../../bench/last-runs.ts';

/** Of one person in one working day; the busiest hour has a part of it. */
const daily = { reads: 40, lists: 4, changes: 2, deliveries: 4 };
const busiestHour = 0.25;
const sizes = [
  ['1 of 10,000', 10_000],
  ['100 of 1,000', 100_000],
  ['1,000 of 1,000', 1_000_000],
  ['1 of 1,000,000', 1_000_000],
  ['10,000 of 1,000', 10_000_000],
] as const;

const recorded = recordedRuns()
  .map(([, { text }]) => text)
  .join('');

/** A figure of the bench: the number after the beginning of a line. */
function measured(line: string): number {
  const [, figure] = recorded.split(`| ${line} | `)[1]?.match(/^(\d+)/) ?? [];
  if (figure === undefined) throw new Error(`No recorded run of the bench has "${line}".`);
  return Number(figure);
}

const backlog = /\| (a backlog of \d+ deliveries: sent and answered) \|/.exec(recorded)?.[1] ?? '';

/** A second, on the two cores of the bench, which PostgreSQL, the service and the clients share. */
const capacity = {
  reads: measured('read one employee | 1000000'),
  lists: measured('list 100 employees | 1000000'),
  changes: measured('create with event | 100000'),
  deliveries: measured(backlog),
};

type Kind = keyof typeof capacity;
const names: Readonly<Record<Kind, string>> = {
  reads: 'reads',
  lists: 'lists of 100',
  changes: 'changes',
  deliveries: 'deliveries',
};

const kinds = Object.keys(capacity) as Kind[];
const perSecond = (kind: Kind, people: number): number => (people * daily[kind] * busiestHour) / 3600;
const share = (kind: Kind, people: number): number => perSecond(kind, people) / capacity[kind];
const sum = (of: readonly Kind[], people: number): number => of.reduce((all, kind) => all + share(kind, people), 0);
const rounded = (number: number): string =>
  number < 10 ? number.toFixed(1) : Math.round(number).toLocaleString('en-US');

export const capacityTable = (): string =>
  `One run of the bench on two shared cores gave each second, of one kind at a time: ${kinds
    .map((kind) => `${capacity[kind].toLocaleString('en-US')} ${names[kind]}`)
    .join(
      ', ',
    )}. The table assumes that each person causes ${kinds.map((kind) => `${daily[kind]} ${names[kind]}`).join(', ')}
on a working day, and that the busiest hour has ${busiestHour * 100} % of them. Machines are such pairs of cores, all of them busy.

| Accounts and people | ${kinds.map((kind) => `${names[kind]}/s`).join(' | ')} | Machines | of these, for changes and deliveries |
| --- |${' ---: |'.repeat(kinds.length + 2)}
${sizes
  .map(
    ([name, people]) =>
      `| ${name} | ${kinds.map((kind) => rounded(perSecond(kind, people))).join(' | ')} | ${sum(kinds, people).toFixed(2)} | ${sum(['changes', 'deliveries'], people).toFixed(2)} |`,
  )
  .join('\n')}
`;
