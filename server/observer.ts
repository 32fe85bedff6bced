/**
 * What the service reports about its work while it runs. Metrics are made from it; without a metrics port nobody observes,
 * and nothing is called.
 */

export interface Observer {
  /** Called after each response. */
  answered(answer: AnswerFacts): void;
  /** The observer of one pool of database connections. */
  pool(name: string): PoolObserver;
  readonly replicas: ReplicaObserver;
  published(events: number): void;
  attempted(delivery: AttemptFacts): void;
  /** A day has begun that changed people of an account. */
  dayBegan(): void;
}

export interface AnswerFacts {
  readonly method: string;
  /** The pattern of the address, never the address itself: there are only so many. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  readonly traceId: string;
  /** The kind of problem; null: none. */
  readonly problem: string | null;
  /** Why it was asked to come later; null: it was not. */
  readonly refusal: 'quota' | 'guesses' | 'load' | null;
  readonly account: string | undefined;
}

export interface AttemptFacts {
  readonly isSuccessful: boolean;
  /** The state of the delivery after the attempt, as the API shows it. */
  readonly state: 'undelivered' | 'delivered' | 'failed';
  /** Since the delivery was created. */
  readonly ageSeconds: number;
}

export interface PoolObserver {
  opened(counts: () => PoolCounts): void;
  /** How long a statement waited for a connection. */
  waited(ms: number): void;
  /** How long a connection was used, by one statement or one transaction. */
  used(ms: number): void;
}

export interface PoolCounts {
  readonly open: number;
  readonly idle: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
}

export interface ReplicaObserver {
  opened(states: () => readonly ReplicaState[]): void;
  /** A statement that a replica could have answered, and who did. */
  read(server: 'primary' | 'replica'): void;
}

export interface ReplicaState {
  /** Its host and port. */
  readonly name: string;
  /** Whether it answers and replays the log of a primary. */
  readonly isUsable: boolean;
  /** How long it has been behind the primary. */
  readonly lagSeconds: number;
  readonly lagBytes: number;
}
