/** Events as the service shows them, and what is left of one whose person was erased. */
import type { Author } from '@muster/contract/author.ts';
import type { Row } from './ledger.ts';

/** As the service shows it, without `links` and `embedded`. */
export interface LoggedEvent {
  readonly id: string;
  readonly topic: string;
  readonly occurredAt: string;
  readonly data: Row;
  readonly author?: Author;
  readonly previousAttributes?: Readonly<Record<string, unknown>>;
}

/** Whether `data` names a row and says nothing about it. */
export const isReduced = (data: object): boolean =>
  Object.keys(data).every((name) => ['id', 'type', 'url'].includes(name));
