/** Clients that hire, change and list people and follow events without a pause, and record what they were answered. */
import { setTimeout as pause } from 'node:timers/promises';
import { musterClient } from '@muster/client';
import { type Follower, follower } from '../../faults/followers.ts';
import { type CallOptions, call } from '../calls.ts';
import { type Company, hiring } from '../people/people.ts';
import type { TestClient } from '../service.ts';

export interface Load {
  /** Answers that are not a success, and requests without an answer. */
  readonly failures: readonly string[];
  readonly hiredIds: readonly string[];
  /** The last family name that was acknowledged, by id. */
  readonly namesById: ReadonlyMap<string, string>;
  readonly counts: Readonly<Record<'hires' | 'changes' | 'lists', number>>;
  readonly follower: Follower;
  /** The clients end after their current request; the follower goes on. */
  end(): Promise<void>;
}

/** Between two requests of a client. A run of the whole suite keeps it small. */
const pauseMs = process.env.TEST_ROLLING_SECONDS === undefined ? 200 : 20;

export function startLoad(url: string, { credentials, token }: TestClient, company: Company): Load {
  const failures: string[] = [];
  const hiredIds: string[] = [];
  const namesById = new Map<string, string>();
  const counts = { hires: 0, changes: 0, lists: 0 };
  let isOver = false;

  async function send(method: string, path: string, options?: CallOptions) {
    try {
      const reply = await call(url, token, method, path, options);
      if (reply.status < 300) return reply;
      failures.push(`${method} ${path} is answered ${reply.status}: ${reply.text}`);
    } catch (error) {
      failures.push(`${method} ${path} is not answered: ${error}`);
    }
    return null;
  }

  async function hire(): Promise<void> {
    const made = await send('POST', '/svc-api/employees', { body: hiring(company) });
    if (!made) return;
    counts.hires += 1;
    hiredIds.push(made.body.id);
    namesById.set(made.body.id, made.body.familyName);
  }

  /** Each changes people of its own: which name is the last one does not depend on the order of answers. */
  const change = (share: number) => async (): Promise<void> => {
    const own = hiredIds.filter((_, index) => index % 2 === share);
    const id = own[counts.changes % Math.max(1, own.length)];
    if (id === undefined) return;
    const familyName = `Changed ${counts.changes}`;
    if (!(await send('PATCH', `/svc-api/employees/${id}`, { body: { familyName } }))) return;
    counts.changes += 1;
    namesById.set(id, familyName);
  };

  let page: string | null = null;
  async function list(): Promise<void> {
    const first = '/svc-api/employees?limit=20&sort=familyName&include=links';
    const reply = await send('GET', page ?? first);
    if (!reply) return;
    counts.lists += 1;
    const next: string | undefined = reply.body.links.next?.href;
    page = next === undefined ? null : next.slice(next.indexOf('/svc-api'));
  }

  const repeated = async (work: () => Promise<void>) => {
    while (!isOver) {
      await work();
      await pause(pauseMs);
    }
  };
  const running = [hire, change(0), change(1), list].map(repeated);
  const { clientId, clientSecret } = credentials;
  const muster = musterClient({ baseUrl: url, authUrl: url, clientId, clientSecret });
  return {
    failures,
    hiredIds,
    namesById,
    counts,
    follower: follower(muster, 'waiting'),
    async end() {
      isOver = true;
      await Promise.all(running);
    },
  };
}
