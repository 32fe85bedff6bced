/** What an operation answers, before it goes over the wire: kept for idempotent creations, compared for 304. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export const jsonType = 'application/json; charset=utf-8';
