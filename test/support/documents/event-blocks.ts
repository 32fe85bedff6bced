/** The blocks of docs/events.md: waiting, streaming, and the commands for development. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { apiHeaders } from '../service.ts';
import { root } from '../started-service.ts';
import { expectShown } from './comparison.ts';
import { type Handler, linesIn } from './handlers.ts';

/** Starts after the first event, so there is an immediate response. */
export const waits: Handler = async (block, world) => {
  await world.service.publisher.publishAll();
  const [request = '', header = ''] = linesIn(block);
  expect(header).toMatch(/^Last-Event-ID: \d+$/);
  const reply = await world.call('GET', request.replace('GET ', ''), { headers: { 'last-event-id': '1' } });
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body.items.length).toBeGreaterThan(0);
  world.last = new URL(reply.body.links.next.href).searchParams.get('page') ?? '';
};

/** The address of the next page from the response before; one second of waiting is enough. */
export const followsNext: Handler = async (block, world) => {
  const [line = ''] = linesIn(block);
  const path = line.replace('GET ', '').replace('!7fQ…', encodeURIComponent(world.last));
  const reply = await world.call('GET', path.replace('wait=20', 'wait=1'));
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body.links.next.href).toContain('page=');
};

export const streams: Handler = async ({ text }, world) => {
  const headers = { ...apiHeaders(world.token), accept: 'text/event-stream', 'last-event-id': '1' };
  const ending = new AbortController();
  const reply = await fetch(`${world.service.url}/svc-api/events`, { headers, signal: ending.signal });
  const decoder = new TextDecoder();
  let seen = '';
  for await (const chunk of reply.body ?? []) {
    seen += decoder.decode(chunk, { stream: true });
    if (/^data: .*\n\n/m.test(seen)) break;
  }
  ending.abort();
  const [first, , id, data] = seen.split('\n');
  const [command, shownFirst, , shownId, shownData] = text.split('\n');
  expect(command).toContain("-H 'Accept: text/event-stream' -H 'Last-Event-ID: ");
  expect(first).toBe(shownFirst);
  expectShown(shownId?.replace(/!\w+/, '!') ?? '', id ?? '');
  expect(data?.slice(0, 12)).toBe(shownData?.slice(0, 12));
};

/** Numbers, times and durations differ between runs. */
const alike = (text: string): string => text.replaceAll(/\d{4}-\S+Z/g, 'MOMENT').replaceAll(/ +\d+/g, ' N');

export const listens: Handler = async ({ text }, { service }) => {
  const receiver = createServer((_, response) => response.writeHead(202).end()).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const [line = '', ...shown] = text.trimEnd().split('\n');
  const command = line.replace('$ npx muster', `"${process.execPath}" "${root}/cli/main.ts"`);
  const child = spawn('bash', ['-c', `exec ${command.replace('localhost:4000', address)}`], {
    env: { ...service.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)));
  const until = async (words: RegExp) => {
    for (let tries = 0; !words.test(printed) && tries < 300; tries += 1) await pause(100);
    expect(printed).toMatch(words);
  };
  try {
    await until(/Forwarding/);
    await service.publisher.publishAll();
    await triggered(service);
    await until(/→ 202.*\n/);
    expectShown(alike(shown.join('\n')), alike(printed.trimEnd()).replaceAll(address, 'localhost:4000'));
  } finally {
    child.kill('SIGINT');
    await once(child, 'close');
    receiver.close();
  }
};

async function triggered(service: { muster(...args: string[]): Promise<{ status: number | null; stderr: string }> }) {
  const { status, stderr } = await service.muster('trigger', 'employee.updated', '--account', 'demo');
  expect(status, stderr).toBe(0);
}

export const triggers: Handler = async ({ text }, world) => {
  const [line = '', shown = ''] = text.split('\n');
  const printed = await world.muster(line.replace('$ npx muster', 'muster'));
  expectShown(alike(shown), alike(printed.trimEnd()));
};
