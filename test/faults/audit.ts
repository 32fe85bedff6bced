/**
 * Compares the responses to clients with the stored rows, the log of events, and the deliveries to receivers. Pure:
 * takes everything as parameters and returns every contradiction as a sentence.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Change, keyOf, type Ledger, nameOf, type Row } from './ledger.ts';
import { isReduced, type LoggedEvent } from './logged-event.ts';

export interface StoredRow {
  readonly row: Row;
  readonly etag: string;
}

/** The state of the service after all activity has ended. */
export interface Evidence {
  /** In the order of the log. */
  readonly events: readonly LoggedEvent[];
  /** Every row of the compared types, by `type id`. */
  readonly stored: ReadonlyMap<string, StoredRow>;
  /** Types whose rows were read: their histories must end in the stored state. */
  readonly types: ReadonlySet<string>;
}

export function audit(ledger: Ledger, evidence: Evidence): string[] {
  const histories = historiesOf(evidence.events);
  const creations = creationsOf(ledger.changes, evidence.events);
  return [
    ...ledger.errors,
    ...gaps(evidence.events),
    ...[...histories].flatMap(([key, history]) => wrongHistory(key, history)),
    ...wrongEndings(histories, evidence),
    ...tornHirings(evidence.events, new Set(ledger.imports.flatMap(({ familyNames }) => familyNames))),
    ...ledger.changes.flatMap((change) => wrongChange(change, { histories, creations }, evidence)),
    ...undone(ledger.changes, evidence),
  ];
}

type Histories = ReadonlyMap<string, readonly LoggedEvent[]>;

const typeOf = ({ topic }: LoggedEvent): string => topic.split('.', 1)[0] ?? '';
const verbOf = ({ topic }: LoggedEvent): string => topic.split('.')[1] ?? '';

function historiesOf(events: readonly LoggedEvent[]): Histories {
  return Map.groupBy(events, (event) => keyOf(typeOf(event), event.data.id));
}

/** By type and marker: one acknowledged creation must not have made two rows. */
function creationsOf(changes: readonly Change[], events: readonly LoggedEvent[]): Histories {
  const memberOf = new Map(changes.map(({ type, member }) => [type, member]));
  const created = events.filter((event) => verbOf(event) === 'created');
  return Map.groupBy(created, (event) => keyOf(typeOf(event), String(event.data[memberOf.get(typeOf(event)) ?? 'id'])));
}

function gaps(events: readonly LoggedEvent[]): string[] {
  return events.flatMap(({ id }, index) =>
    Number(id) === index + 1 ? [] : [`The event at place ${index + 1} of the log has the id ${id}.`],
  );
}

/** Created once and first, deleted at most once and last; each update lists exactly what it changed. */
function wrongHistory(key: string, history: readonly LoggedEvent[]): string[] {
  return history.flatMap((event, index) => {
    const verb = verbOf(event);
    const before = history[index - 1];
    if ((verb === 'created') !== (index === 0)) return [`${key}: event ${event.id} is ${verb} at place ${index + 1}.`];
    if (verb === 'deleted' && index < history.length - 1) return [`${key}: events follow the deletion.`];
    // Of an erased person, nothing can be compared.
    if (verb !== 'updated' || before === undefined || isReduced(event.data)) return [];
    const expected = differences(before.data, event.data);
    return isDeepStrictEqual(event.previousAttributes, expected)
      ? []
      : [`${key}: event ${event.id} does not follow from event ${before.id}.`];
  });
}

/** The changed members with their former values, without the time of the change. */
function differences(before: Row, after: Row): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => name !== 'lastUpdatedAt' && !isDeepStrictEqual(value, after[name]),
    ),
  );
}

/** A copy that is kept from events alone must equal the stored rows. */
function wrongEndings(histories: Histories, { stored, types }: Evidence): string[] {
  const rebuilt = new Map(
    [...histories].flatMap(([key, history]) => {
      const last = history.at(-1);
      const isGone = last === undefined || verbOf(last) === 'deleted' || isReduced(last.data);
      return !isGone && types.has(typeOf(last)) ? [[key, last.data] as const] : [];
    }),
  );
  const unexplained = [...stored.keys()].filter((key) => !rebuilt.has(key)).map((key) => `${key} is in no event.`);
  const different = [...rebuilt].flatMap(([key, data]) => {
    const found = stored.get(key);
    if (!found) return [`${key} is said by events to exist, but is not stored.`];
    return isDeepStrictEqual(found.row, data) ? [] : [`${key} is not stored as its last event shows it.`];
  });
  return [...unexplained, ...different];
}

/**
 * The events of one change are contiguous and in order, also if its transaction was interrupted and repeated. An import
 * hires several people in one.
 */
function tornHirings(events: readonly LoggedEvent[], imported: ReadonlySet<string>): string[] {
  return events.flatMap(({ topic, data }, index) => {
    if (topic !== 'employee.created' || imported.has(String(data.familyName))) return [];
    const following = events.slice(index + 1, index + 3).map((event) => event.topic);
    return isDeepStrictEqual(following, ['employment.created', 'job-position.created'])
      ? []
      : [`The hiring of employee ${data.id} is followed by ${following.join(' and ')}.`];
  });
}

/** Acknowledged: recorded once, as shown. Unknown: at most once, and stored only if recorded. Refused: never. */
function wrongChange(
  change: Change,
  { histories, creations }: { readonly histories: Histories; readonly creations: Histories },
  { stored }: Evidence,
): string[] {
  const { state, verb, type, id, marker, shown, ownership, attempts } = change;
  const candidates = verb === 'created' ? creations.get(keyOf(type, marker)) : histories.get(keyOf(type, id ?? ''));
  const recorded = (candidates ?? []).filter((event) => tellsOf(change, event));
  const most = state === 'refused' ? 0 : 1;
  const least = state === 'acknowledged' ? 1 : 0;
  if (recorded.length < least) return [`${nameOf(change)} was acknowledged, but no event tells of it.`];
  if (recorded.length > most) return [`${nameOf(change)} was ${state}, but ${recorded.length} events tell of it.`];
  // A repeated request shows the row with later changes of neighbours.
  const isAsRecorded = ownership === 'own' || attempts === 1;
  if (shown && isAsRecorded && !isDeepStrictEqual(recorded[0]?.data, shown)) {
    return [`${nameOf(change)} was acknowledged otherwise than its event tells.`];
  }
  if (state === 'acknowledged' && verb === 'deleted' && id !== null && stored.has(keyOf(type, id))) {
    return [`${nameOf(change)} was acknowledged, but the row is still there.`];
  }
  return [];
}

/** An update proves a change only if the marker was another before. */
const tellsOf = ({ verb, member, marker }: Change, event: LoggedEvent): boolean =>
  verbOf(event) === verb &&
  event.data[member] === marker &&
  (verb !== 'updated' || Object.hasOwn(event.previousAttributes ?? {}, member));

/** A row with one writer ends in the last acknowledged state, unless the last change is unknown. */
function undone(changes: readonly Change[], { stored }: Evidence): string[] {
  const own = changes.filter(
    ({ ownership, id, state }) => ownership !== 'shared' && id !== null && state !== 'refused',
  );
  const byRow = Map.groupBy(own, ({ type, id }) => keyOf(type, id as string));
  return [...byRow].flatMap(([key, history]) => {
    const last = history.at(-1);
    if (last?.state !== 'acknowledged' || last.verb === 'deleted') return [];
    const found = stored.get(key);
    if (!found) return [`${nameOf(last)} was acknowledged, but the row is gone.`];
    const isSame =
      last.ownership === 'own'
        ? found.etag === last.etag && isDeepStrictEqual(found.row, last.shown)
        : found.row[last.member] === last.marker;
    return isSame ? [] : [`${nameOf(last)} was acknowledged, but something else is stored.`];
  });
}
