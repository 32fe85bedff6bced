/**
 * A tenant that sends reads and writes at a fixed rate, without waiting for earlier responses: a service that stands
 * still delays no request, and each counts fully. Times are measured from when a request is sent: that this process gets
 * a processor too late is not the fault of the service.
 */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface VictimRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

const perSecond = 50;

export interface Victim {
  /** Milliseconds of each request, and the number of unexpected responses. */
  work(ms: number): Promise<{ readonly times: readonly number[]; readonly failures: number }>;
}

export function victim(port: number, headers: Readonly<Record<string, string>>, all: readonly VictimRequest[]): Victim {
  const agent = new Agent({ keepAlive: true });
  let count = 0;

  const send = ({ method, path, body }: VictimRequest): Promise<boolean> =>
    new Promise((resolve) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const sent = request({
        ...{ port, host: '127.0.0.1', method, path, agent },
        headers: { ...headers, ...type, ...length },
      });
      sent.on('error', () => resolve(false));
      sent.on('response', (answer) => {
        answer.resume();
        answer.on('end', () => resolve((answer.statusCode ?? 500) < 300));
      });
      sent.end(body);
    });

  return {
    async work(ms) {
      const times: number[] = [];
      let failures = 0;
      const startedAt = performance.now();
      const waiting: Promise<void>[] = [];
      for (let index = 0; index < (ms / 1000) * perSecond; index += 1) {
        const dueAt = startedAt + (index * 1000) / perSecond;
        await pause(Math.max(0, dueAt - performance.now()));
        const asked = all[count++ % all.length] as VictimRequest;
        const sentAt = performance.now();
        const done = send(asked).then((isAnswered) => {
          times.push(performance.now() - sentAt);
          if (!isAnswered) failures += 1;
        });
        waiting.push(done);
      }
      await Promise.all(waiting);
      return { times, failures };
    },
  };
}
