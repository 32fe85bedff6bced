/** Whether every change has its author, and every resource a version for each of its events, whatever was killed. */
import { isDeepStrictEqual } from 'node:util';
import type { Muster } from '@muster/client';
import { isReduced, type LoggedEvent } from './logged-event.ts';

/** Each costs a request; the others are of the same kinds. */
const comparedMax = 300;

export async function wrongHistories(muster: Muster, events: readonly LoggedEvent[]): Promise<string[]> {
  const versionsOf: Readonly<Record<string, Pick<Muster['departments'], 'versions'>>> = {
    // Of versions, the audit only compares members that all of them have.
    ...({ employee: muster.employees, employment: muster.employments, 'job-position': muster.jobPositions } as object),
    department: muster.departments,
    ...({ taxonomy: muster.taxonomies, 'taxonomy-label': muster.taxonomyLabels, leave: muster.leaves } as object),
  };
  const unsigned = events
    .filter(({ author }) => !author?.id || !author.name)
    .map(({ id }) => `Event ${id} has no author.`);
  const histories = [...Map.groupBy(events, ({ topic, data }) => `${topic.split('.', 1)[0]} ${data.id}`)];
  const compared = histories.filter(
    // Versions of an erased person are gone.
    ([subject, history]) =>
      (subject.split(' ', 1)[0] ?? '') in versionsOf && !history.some(({ data }) => isReduced(data)),
  );
  const step = Math.max(1, Math.ceil(compared.length / comparedMax));
  const wrong: string[] = [];
  for (const [subject, history] of compared.filter((_, index) => index % step === 0)) {
    const [type = '', id = ''] = subject.split(' ');
    const found: unknown[] = [];
    for await (const { verb, author, data } of versionsOf[type]?.versions(id) ?? [])
      found.unshift([verb, author, data]);
    const expected = history.map(({ topic, author, data }) => [topic.split('.')[1], author, data]);
    if (!isDeepStrictEqual(found, expected)) wrong.push(`${subject}: its versions are not those of its events.`);
  }
  return [...unsigned, ...wrong];
}
