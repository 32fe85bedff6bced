/** How soon a change that happens alone is known: by webhook, by a waiting request, and on a stream. */
import { setTimeout as pause } from 'node:timers/promises';
import { headersOf } from './requests.ts';
import type { Stage, Writer } from './webhook-stage.ts';

/** Milliseconds from the time in each event to its arrival; half of the events within. */
export interface Rest {
  readonly webhookMs: number;
  readonly waitMs: number;
  readonly streamMs: number;
}

const changes = 60;
/** Longer than anything that gathers events, and never in step with what looks in regular intervals. */
const betweenMs = () => 150 + Math.random() * 150;

/** The endpoint of the writer is already subscribed. */
export async function atRest(stage: Stage, writer: Writer): Promise<Rest> {
  const headers = Object.fromEntries(
    (await headersOf(writer.account, { service: stage.port, floor: 0 })).map((one) => one.split(': ', 2)),
  ) as Record<string, string>;
  const address = `http://127.0.0.1:${stage.port}/svc-api/events`;
  const { id } = await writer.muster.taxonomies.create({ name: 'At rest' });
  await stage.delivered();
  await stage.ask('forget');
  const over = new AbortController();
  const streamed = readStream(address, headers, over.signal);
  const waited = readByWaiting(address, headers, over.signal);
  await pause(500);
  for (let count = 0; count < changes; count += 1) {
    await writer.muster.taxonomyLabels.create({ name: `Label ${count}`, taxonomy: { id } });
    await pause(betweenMs());
  }
  await stage.delivered();
  over.abort();
  const { delaysMs } = await stage.ask('receipts');
  return {
    webhookMs: median(Object.values(delaysMs).flat()),
    waitMs: median(await waited),
    streamMs: median(await streamed),
  };
}

/** Of the events in a text that has just arrived. */
const delaysIn = (text: string): number[] =>
  [...text.matchAll(/"topic":"taxonomy-label\.created".*?"occurredAt":"([^"]+)"/g)].map(
    ([, at = '']) => Date.now() - Date.parse(at),
  );

async function readStream(address: string, headers: Record<string, string>, signal: AbortSignal): Promise<number[]> {
  const delays: number[] = [];
  const { body } = await fetch(address, { headers: { ...headers, accept: 'text/event-stream' }, signal });
  try {
    for await (const chunk of body ?? []) delays.push(...delaysIn(Buffer.from(chunk).toString()));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return delays;
}

async function readByWaiting(address: string, headers: Record<string, string>, signal: AbortSignal): Promise<number[]> {
  const delays: number[] = [];
  let next = `${address}?include=links&wait=20`;
  try {
    while (!signal.aborted) {
      const text = await (await fetch(next, { headers, signal })).text();
      delays.push(...delaysIn(text));
      const page = new URL((JSON.parse(text) as { links: { next: { href: string } } }).links.next.href);
      page.searchParams.set('wait', '20');
      next = address + page.search;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return delays;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
