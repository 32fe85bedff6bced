/**
 * The time of each account: the time of the machine, except in sandboxes, whose clocks can be moved. The database
 * stores the offset. A request of a sandbox reads it first, so a request after a move sees it on every node. Work
 * outside requests sees it within a second.
 */

import { repeat } from '../../repeat.ts';
import type { Database } from './database.ts';

export interface Clocks {
  /** How far the clock of an account is ahead of the machine, in milliseconds; negative if it is behind. */
  aheadMs(accountId: string): number;
  nowOf(accountId: string): Date;
  /** Reads the current clock of a sandbox. Returns undefined for other accounts. */
  look(accountId: string): Promise<void> | undefined;
  /** Whether the account is a sandbox, as far as known. */
  isMovable(accountId: string): boolean;
  /** Keeps all moved clocks up to date until it is stopped. */
  follow(database: Pick<Database, 'query'>, onError: (error: unknown) => void): Promise<{ stop(): Promise<void> }>;
}

const everyMs = 1000;

const moved = `select id::text as id, clock_offset_ms::text as "aheadMs" from accounts where clock_offset_ms <> 0`;
const one = `select environment, clock_offset_ms::text as "aheadMs" from accounts where id = $1`;

export function accountClocks(now: () => Date): Clocks {
  /** Only for sandboxes. */
  const ahead = new Map<string, number>();
  /** Accounts that are not sandboxes; this never changes. */
  const fixed = new Set<string>();
  let query: Database['query'] | undefined;

  const aheadMs = (accountId: string) => ahead.get(accountId) ?? 0;

  async function lookAt(accountId: string, ask: Database['query']): Promise<void> {
    const [row] = await ask<{ environment: string; aheadMs: string }>(one, [accountId]);
    if (row?.environment === 'sandbox') ahead.set(accountId, Number(row.aheadMs));
    else if (row) fixed.add(accountId);
  }

  async function lookAtAll(ask: Database['query']): Promise<void> {
    const rows = await ask<{ id: string; aheadMs: string }>(moved);
    const found = new Map(rows.map((row) => [row.id, Number(row.aheadMs)]));
    for (const id of ahead.keys()) ahead.set(id, found.get(id) ?? 0);
    for (const [id, ms] of found) ahead.set(id, ms);
  }

  return {
    aheadMs,
    nowOf: (accountId) => new Date(now().getTime() + aheadMs(accountId)),
    look: (accountId) => (query && !fixed.has(accountId) ? lookAt(accountId, query) : undefined),
    isMovable: (accountId) => ahead.has(accountId),
    async follow(database, onError) {
      query = database.query;
      const ask = database.query;
      await lookAtAll(ask);
      return repeat(everyMs, () => lookAtAll(ask), onError);
    },
  };
}
