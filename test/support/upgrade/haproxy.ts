/** Debian's HAProxy before the nodes, as a company runs it: it asks for readiness, and sends no request a second time. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../../server/platform/database/embedded/free-port.ts';

const program = ['/usr/sbin/haproxy', '/usr/bin/haproxy'].find(existsSync);

/** `apt-get install haproxy` */
export const hasHaproxy = program !== undefined;

export interface Haproxy {
  readonly url: string;
  /** By node: what went wrong between it and HAProxy, by HAProxy's own count, and how many requests it answered. */
  statistics(): Promise<readonly { readonly isUp: boolean; readonly errors: number; readonly answered: number }[]>;
  close(): Promise<void>;
}

export async function startHaproxy(urls: readonly string[]): Promise<Haproxy> {
  if (program === undefined) throw new Error('HAProxy is not installed.');
  const folder = await mkdtemp(join(tmpdir(), 'muster-haproxy-'));
  const [port, statisticsPort] = [await findFreePort(), await findFreePort()];
  const servers = urls.map((url, at) => `  server node${at} ${new URL(url).host}`).join('\n');
  await writeFile(
    join(folder, 'haproxy.cfg'),
    `defaults
  mode http
  retries 0
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout queue 10s
  timeout check 5s
frontend statistics
  bind 127.0.0.1:${statisticsPort}
  stats enable
  stats uri /
frontend clients
  bind 127.0.0.1:${port}
  default_backend muster
backend muster
  balance roundrobin
  option httpchk GET /health/ready
  default-server check inter 200ms fall 1 rise 1 maxconn 100
${servers}
`,
  );
  const child = spawn(program, ['-f', join(folder, 'haproxy.cfg'), '-db', '-q'], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`HAProxy ended with ${child.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    async statistics() {
      const text = await (await fetch(`http://127.0.0.1:${statisticsPort}/;csv`)).text();
      const [head = '', ...lines] = text.split('\n').map((line) => line.replace(/^# /, ''));
      const names = head.split(',');
      return lines
        .map((line) => Object.fromEntries(line.split(',').map((value, at) => [names[at] ?? '', value])))
        .filter(({ pxname, svname }) => pxname === 'muster' && svname?.startsWith('node'))
        .map((node) => ({
          isUp: node.status === 'UP',
          // Of connections and of answers, and requests that were sent again.
          errors: Number(node.econ) + Number(node.eresp) + Number(node.wretr) + Number(node.hrsp_5xx),
          answered: Number(node.hrsp_2xx),
        }));
    },
    async close() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
