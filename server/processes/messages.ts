/** The messages between the primary process, which owns the port and PostgreSQL, and those that serve requests. */
import type { Counted } from '../http/api/rate.ts';

/** What a process cannot read from its environment. */
export interface ServeSettings {
  readonly databaseUrl: string;
  readonly port: number;
}

export type Question = 'metrics' | 'unreadiness';

export interface StopWish {
  readonly reason: string;
  /** Whether another process has taken its place, or the whole service stops. */
  readonly isReplaced: boolean;
}

export type ToProcess =
  | { readonly kind: 'serve'; readonly settings: ServeSettings }
  | { readonly kind: 'stop'; readonly wish: StopWish }
  | { readonly kind: 'question'; readonly id: number; readonly question: Question }
  | { readonly kind: 'counted'; readonly counted: readonly Counted[] };

export type FromProcess =
  | { readonly kind: 'started' | 'ready' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'count'; readonly counts: readonly RequestCount[] };

/** A caller, and how many requests it has sent. */
export type RequestCount = readonly [callerId: string, count: number];
