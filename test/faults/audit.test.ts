/** The audits detect every kind of loss: each test breaks one thing in otherwise correct evidence. */
import { describe, expect, test } from 'vitest';
import { audit, type Evidence } from './audit.ts';
import { auditDeliveries, type DeliveryEvidence } from './delivery-audit.ts';
import { eventDigest } from './event-digest.ts';
import { wrongFollowing } from './followers.ts';
import { type Change, type Ledger, newLedger, type Row } from './ledger.ts';
import type { LoggedEvent } from './logged-event.ts';
import type { Subscription } from './receipts.ts';

const label = (id: string, name: string): Row => ({ id, type: 'taxonomy-label', name, lastUpdatedAt: name });

const change = (verb: Change['verb'], id: string, marker: string, members: Partial<Change> = {}): Change => ({
  ...{ verb, id, marker, type: 'taxonomy-label', member: 'name', ownership: 'own', state: 'acknowledged' },
  ...{ attempts: 1, lastSentAtMs: 0 },
  ...(verb === 'deleted' ? { shown: null, etag: null } : { shown: label(id, marker), etag: marker }),
  ...members,
});

const event = (number: number, verb: Change['verb'], data: Row, before?: string): LoggedEvent => ({
  ...{ id: String(number), topic: `taxonomy-label.${verb}`, occurredAt: '2025-05-12T08:34:22.118Z', data },
  ...(before !== undefined && { previousAttributes: { name: before } }),
});

/** One label is created and renamed, one created and deleted, and one may have been created. */
function inOrder(): { ledger: Ledger; evidence: Evidence & { events: LoggedEvent[] } } {
  const ledger = newLedger();
  ledger.changes.push(
    change('created', '1', 'a'),
    change('created', '2', 'b'),
    change('updated', '1', 'c'),
    change('deleted', '2', 'b'),
    change('created', '3', 'd', { id: null, state: 'unknown', shown: null, etag: null }),
  );
  const events = [
    event(1, 'created', label('1', 'a')),
    event(2, 'created', label('2', 'b')),
    event(3, 'updated', label('1', 'c'), 'a'),
    event(4, 'deleted', label('2', 'b')),
  ];
  const stored = new Map([['taxonomy-label 1', { row: label('1', 'c'), etag: 'c' }]]);
  return { ledger, evidence: { events, stored, types: new Set(['taxonomy-label']) } };
}

type Scene = ReturnType<typeof inOrder>;

function errors(breakIt: (scene: Scene) => Partial<Evidence>): string {
  const scene = inOrder();
  const changes = breakIt(scene);
  return audit(scene.ledger, { ...scene.evidence, ...changes }).join('\n');
}

const without = (events: readonly LoggedEvent[], index: number) =>
  events.filter((_, at) => at !== index).map((one, at) => ({ ...one, id: String(at + 1) }));

describe('the audit of changes', () => {
  test('finds nothing wrong where nothing is', () => {
    expect(errors(() => ({}))).toBe('');
  });

  test('lets a change of which nothing is known happen once', () => {
    const made = event(5, 'created', label('3', 'd'));
    const stored = { row: label('3', 'd'), etag: 'd' };
    expect(
      errors(({ evidence }) => ({
        events: [...evidence.events, made],
        stored: new Map([...evidence.stored, ['taxonomy-label 3', stored]]),
      })),
    ).toBe('');
  });

  test('notices an acknowledged change without its event', () => {
    expect(errors(({ evidence }) => ({ events: without(evidence.events, 3) }))).toContain('no event tells of it');
    expect(errors(({ evidence }) => ({ events: without(evidence.events, 2) }))).toContain('no event tells of it');
  });

  test('notices a creation that happened twice, also when its client knows of one alone', () => {
    const twice = errors(({ ledger, evidence }) => {
      ledger.changes[4] = change('created', '4', 'd');
      return {
        events: [...evidence.events, event(5, 'created', label('3', 'd')), event(6, 'created', label('4', 'd'))],
      };
    });
    expect(twice).toContain('2 events tell of it');
  });

  test('notices a gap in the log, and events that do not follow from each other', () => {
    expect(errors(({ evidence }) => ({ events: evidence.events.slice(1) }))).toContain('has the id 2');
    const other = event(3, 'updated', label('1', 'c'), 'x');
    expect(errors(({ evidence }) => ({ events: evidence.events.with(2, other) }))).toContain('does not follow');
  });

  test('notices a row that is gone, was undone, came back, or has no event', () => {
    expect(errors(() => ({ stored: new Map() }))).toContain('the row is gone');
    const former = new Map([['taxonomy-label 1', { row: label('1', 'a'), etag: 'a' }]]);
    expect(errors(() => ({ stored: former }))).toContain('something else is stored');
    const back = { row: label('2', 'b'), etag: 'b' };
    const withBack = errors(({ evidence }) => ({
      stored: new Map([...evidence.stored, ['taxonomy-label 2', back]]),
    }));
    expect(withBack).toContain('the row is still there');
    expect(withBack).toContain('taxonomy-label 2 is in no event');
  });

  test('notices a refused change that was made, and an answer that its event contradicts', () => {
    expect(
      errors(({ ledger }) => {
        ledger.changes[2] = change('updated', '1', 'c', { state: 'refused' });
        return {};
      }),
    ).toContain('was refused, but 1 events');
    expect(
      errors(({ ledger }) => {
        ledger.changes[2] = change('updated', '1', 'c', { shown: { ...label('1', 'c'), isArchived: true } });
        return {};
      }),
    ).toContain('otherwise than its event tells');
  });
});

test('the audit of followers notices what was missed, came twice or came late', () => {
  const log = [1, 2, 3].map((number) => event(number, 'created', label(String(number), 'a')));
  const wrong = (...seen: string[]) => wrongFollowing({ by: 'stream', seen }, log).join('');
  expect(wrong('1', '2', '3')).toBe('');
  expect(wrong('1', '3')).toContain('saw event 3 where the log has 2');
  expect(wrong('1', '2')).toContain('saw event none where the log has 3');
  expect(wrong('1', '2', '2', '3')).toContain('saw event 2 where the log has 3');
  expect(wrong('1', '2', '3', '4')).toContain('saw event 4 where the log has none');
});

describe('the audit of deliveries', () => {
  const logged = [event(1, 'created', label('1', 'a')), event(2, 'created', label('2', 'b'))];

  const delivered = (): { subscription: Subscription; evidence: DeliveryEvidence } => ({
    subscription: {
      ...{ name: 'everything', endpointId: '7', topics: ['*'], afterEventId: 0, refused: new Set() },
      takenCounts: new Map([
        ['1', 1],
        ['2', 3],
      ]),
      digests: new Map(logged.map((one) => [one.id, eventDigest(one)])),
      ...{ takenAtMs: new Map(), repeated: [] },
    },
    evidence: {
      deliveries: logged.map(({ id }) => ({
        ...{ id: `d${id}`, eventId: id, endpointId: '7', status: 'delivered', attemptsCount: 1 },
      })),
      attempts: logged.map(({ id }) => ({ deliveryId: `d${id}`, isSuccessful: true })),
    },
  });

  const wrongs = (breakIt: (scene: ReturnType<typeof delivered>) => Partial<DeliveryEvidence>): string => {
    const scene = delivered();
    const changes = breakIt(scene);
    return auditDeliveries(logged, [scene.subscription], { ...scene.evidence, ...changes }).join('\n');
  };

  test('takes duplicates for what they are', () => {
    expect(wrongs(() => ({}))).toBe('');
  });

  test('notices an event that never arrived, arrived changed, or was not asked for', () => {
    expect(wrongs(({ subscription }) => ({ ...(subscription.takenCounts.delete('2') && {}) }))).toContain(
      'Event 2 (taxonomy-label.created) never reached everything',
    );
    expect(
      wrongs(({ subscription }) => ({
        ...(subscription.digests.set('2', eventDigest(event(2, 'created', label('2', 'x')))) && {}),
      })),
    ).toContain('reached everything changed');
    expect(wrongs(({ subscription }) => ({ ...(subscription.takenCounts.set('9', 1) && {}) }))).toContain(
      'had not asked for',
    );
  });

  test('notices deliveries that are missing, doubled, unfinished or miscounted', () => {
    expect(wrongs(({ evidence }) => ({ deliveries: evidence.deliveries.slice(1) }))).toContain('has 0 deliveries');
    expect(
      wrongs(({ evidence }) => ({ deliveries: [...evidence.deliveries, ...evidence.deliveries.slice(1)] })),
    ).toContain('has 2 deliveries');
    expect(
      wrongs(({ evidence }) => ({
        deliveries: evidence.deliveries.map((one) => ({ ...one, status: 'undelivered' })),
      })),
    ).toContain('Event 1 is undelivered');
    expect(wrongs(({ evidence }) => ({ attempts: evidence.attempts.slice(1) }))).toContain('counts 1 of 0 attempts');
  });
});
