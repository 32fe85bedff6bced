/**
 * How fast events reach receivers, how a dead receiver affects the others, and what events cost writers. Service, worker,
 * PostgreSQL, receiver and load share one machine, so the figures only mean something relative to each other.
 */
import { atRest } from './latency-scenarios.ts';
import { delayed, drain, fannedOut, listenedTo, recorded } from './webhook-scenarios.ts';
import { type Stage, withStage } from './webhook-stage.ts';

interface Judged {
  readonly meaning: string;
  readonly measured: number;
  readonly unit: string;
  readonly bar: { readonly least: number } | { readonly most: number } | null;
}

const [drainName, fanName, plainName] = ['Drain', 'Fan', 'Plain'] as const;
const fiveNames = ['North', 'South', 'East', 'West', 'Centre'];

/** Returns whether a limit was exceeded. */
export const benchWebhooks = (): Promise<boolean> =>
  withStage([drainName, fanName, plainName, ...fiveNames], async (stage) => print(await measured(stage)));

async function measured(stage: Stage): Promise<Judged[]> {
  const drained = await drain(stage, drainName);
  await stage.start('all');
  const five = await Promise.all(fiveNames.map((name) => stage.writer(name)));
  const endpoints = await Promise.all(five.map((writer, number) => stage.subscribe(writer, `/five/${number}`)));
  const [listened, lastEndpoint] = [five[0], endpoints.at(-1)];
  if (!listened || !lastEndpoint) throw new Error('Five accounts are to be measured.');
  const [fan, plain] = [await stage.writer(fanName), await stage.writer(plainName)];
  const rest = await atRest(stage, listened);
  const created = await listenedTo(stage, listened, plain);
  const events = await recorded(stage, plain);
  const spread = await fannedOut(stage, fan);
  const healthy = await delayed(stage, five);
  await five.at(-1)?.muster.webhookEndpoints.update(lastEndpoint, { webhookUrl: stage.addressOf('/dead') });
  const withDead = await delayed(stage, five);
  return [
    judged(`a backlog of ${drained.deliveries} deliveries: sent and answered`, drained.perSecond, '/s', {
      least: 2000,
    }),
    judged('from a change at rest to its webhook: half within', rest.webhookMs, 'ms', { most: 25 }),
    judged('… to a waiting request: half within', rest.waitMs, 'ms', { most: 25 }),
    judged('… to a stream: half within', rest.streamMs, 'ms', { most: 25 }),
    judged('from the change to its arrival, 500 events/s: half within', healthy.p50Ms, 'ms'),
    judged('99 % within', healthy.p99Ms, 'ms', { most: 150 }),
    judged('one endpoint in five dead: the others, 99 % within', withDead.p99Ms, 'ms'),
    judged('… ÷ all alive', withDead.p99Ms / healthy.p99Ms, '', { most: 1.5 }),
    judged('events a second meanwhile', withDead.eventsPerSecond, '/s', { least: 490 }),
    judged('one event to 100 endpoints: the last has it, half within', spread.p50Ms, 'ms', { most: 1000 }),
    judged('creations where an endpoint listens', created.withPerSecond, '/s'),
    judged('… ÷ where none does', created.withPerSecond / created.withoutPerSecond, ''),
    judged('statements that create with an event', events.withPerSecond, '/s'),
    judged('… ÷ the same without', events.withPerSecond / events.withoutPerSecond, ''),
  ];
}

const judged = (meaning: string, value: number, unit: string, bar: Judged['bar'] = null): Judged => ({
  ...{ meaning, measured: value, unit, bar },
});

const isMissed = ({ measured: value, bar }: Judged): boolean =>
  bar !== null && !('least' in bar ? value >= bar.least : value <= bar.most);

function print(results: readonly Judged[]): boolean {
  const line = (...cells: string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  line('Webhooks', 'Measured', 'Bar', '');
  line('---', '---:', '---:', '---');
  for (const one of results) {
    const { meaning, measured: value, unit, bar } = one;
    const shown = bar === null ? '' : 'least' in bar ? `≥ ${bar.least}` : `≤ ${bar.most}`;
    const verdict = bar === null ? '' : isMissed(one) ? 'MISSED' : 'met';
    line(meaning, `${value.toFixed(unit === '' ? 2 : 0)} ${unit}`.trim(), shown, verdict);
  }
  return results.some(isMissed);
}
