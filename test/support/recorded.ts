/** What a change to somebody's career records as events. */
import type { Row } from './examples.ts';
import { type EventRow, eventsSeen } from './organization/organization.ts';
import type { TestClient, TestService } from './service.ts';

/** The events that an act records, in order. The account must not change otherwise meanwhile. */
export async function eventsOf(
  service: TestService,
  client: TestClient,
  act: () => Promise<unknown>,
): Promise<EventRow[]> {
  const before = (await eventsSeen(service, client)).length;
  await act();
  return (await eventsSeen(service, client)).slice(before);
}

/** Events by what they are about, each with the former values of what it changed. */
export const summary = (events: readonly EventRow[]): Record<string, unknown> =>
  Object.fromEntries(
    events.map(({ topic, data, previousAttributes }) => [`${topic} ${data.id}`, previousAttributes ?? null]),
  );

export const topicOf = (topic: string, { id }: Row): string => `${topic} ${id}`;

const msPerDay = 86_400_000;

/** A date so many days from now, in UTC. */
export const dayFromNow = (service: TestService, days: number): string =>
  new Date(service.now().getTime() + days * msPerDay).toISOString().slice(0, 10);
