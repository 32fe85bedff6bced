/** A kind of rows that writers change. */
import type { Versioned } from '@muster/client';
import type { Ownership } from './ledger.ts';

export interface Kind {
  readonly type: string;
  /** A text that every change sets to a new value. */
  readonly member: string;
  readonly ownership: Ownership;
  /** What the member holds after the change with this marker; by default the marker itself. */
  shown?(marker: string): string;
  create(marker: string, idempotencyKey: string): Promise<Versioned<Identified>>;
  update(id: string, marker: string, condition: { readonly ifMatch?: string }): Promise<Versioned<Identified>>;
  read(id: string): Promise<Versioned<Identified>>;
  /** Absent if clients cannot delete rows. */
  remove?(id: string): Promise<void>;
}

interface Identified {
  readonly id: string;
}
