/** The events that a change of a career records. */
import type { Row } from './examples.ts';
import { type EventRow, eventsSeen } from './organization/organization.ts';
import type { SharedService, TestClient } from './service.ts';

/** The events of an action, in order. Nothing else may change the account meanwhile. */
export async function eventsOf(
  service: SharedService,
  client: TestClient,
  act: () => Promise<unknown>,
): Promise<EventRow[]> {
  const before = (await eventsSeen(service, client)).length;
  await act();
  return (await eventsSeen(service, client)).slice(before);
}

/** Events by their subject, each with the former values of changed members. */
export const summary = (events: readonly EventRow[]): Record<string, unknown> =>
  Object.fromEntries(
    events.map(({ topic, data, previousAttributes }) => [`${topic} ${data.id}`, previousAttributes ?? null]),
  );

export const topicOf = (topic: string, { id }: Row): string => `${topic} ${id}`;

const msPerDay = 86_400_000;

/** A date this number of days from now, in UTC. */
export const dayFromNow = (service: SharedService, days: number): string =>
  new Date(service.now().getTime() + days * msPerDay).toISOString().slice(0, 10);
