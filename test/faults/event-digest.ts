/**
 * What an event says, in a few bytes: receivers get hundreds of thousands. `reduced` is what is left of it once the person
 * is erased whom it is about.
 */
import { hash } from 'node:crypto';

export interface EventDigest {
  readonly whole: string;
  readonly reduced: string;
}

interface AnyEvent {
  readonly data: Readonly<Record<string, unknown>>;
}

export function eventDigest(event: AnyEvent): EventDigest {
  const { id, type, url } = event.data;
  const { previousAttributes: _, ...rest } = event as AnyEvent & { previousAttributes?: unknown };
  return { whole: digest(event), reduced: digest({ ...rest, data: { id, type, url } }) };
}

/** Whatever the order of members. */
const digest = (value: unknown): string => hash('sha1', JSON.stringify(value, ordered), 'base64');

const ordered = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;
