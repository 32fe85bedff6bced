import { texts } from './part.ts';

/** Deliveries to endpoints, and redeliveries. */
export const deliveryTexts = texts('deliveries', {
  title: 'Deliveries',
  about: 'As they come, the newest first.',
  live: 'Live',
  all: 'All',
  status: 'Status',
  statuses: { undelivered: 'Waiting', delivered: 'Delivered', failed: 'Given up' },
  empty: 'Nothing has been sent yet.',
  emptyHint: 'Send a ping to see the first delivery arrive.',
  older: 'Show older ones',
  event: (id: string) => `Event ${id}`,
  attemptsCount: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
  next: 'Next attempt',
  replayed: 'Sent again by a replay',
  noAttempts: 'No attempt so far.',
  attempt: (number: number) => `Attempt ${number}`,
  duration: (ms: string) => `${ms} ms`,
  noAnswer: 'No answer',
  reasons: {
    status: 'Not a 2xx',
    timeout: 'Too slow',
    connection: 'No connection',
    tls: 'Certificate refused',
    address: 'Address not allowed',
    secret: 'No readable secret',
  },
  headers: 'Headers sent',
  answer: 'Answer received',
  body: 'Body sent',
  expired: 'The event is no longer kept.',
  redeliver: 'Send again',
  redelivered: 'It is on its way again.',
  replay: 'Replay…',
  replayTitle: 'Replay a time range',
  replayAbout: 'Every event of the range is sent once more, oldest first. New events are not held up.',
  from: 'From',
  to: 'To',
  toHint: 'Now unless given.',
  onlyUndelivered: 'Only what failed or never arrived',
  beforeEndpoint: (when: string) => `The endpoint was created at ${when}: enter a moment from then on.`,
  count: 'Count first',
  counted: (count: number) =>
    count === 0
      ? 'Nothing would be sent.'
      : count === 1
        ? '1 delivery would be made.'
        : `${count} deliveries would be made.`,
  start: (count: number) => `Replay ${count}`,
  started: 'The replay has begun.',
  replays: 'Replays',
  replayStatuses: { running: 'Planning', done: 'Planned' },
  replayCount: (count: number) => (count === 1 ? '1 delivery' : `${count} deliveries`),
});
