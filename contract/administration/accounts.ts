import { environments } from '../environments.ts';
import {
  createOnly,
  described,
  instant,
  integer,
  neverShown,
  nullable,
  oneOf,
  readOnly,
  reference,
  shownOnce,
  text,
  updateOnly,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { settingsMax } from './account-settings.ts';

/** `copying`: rows are being copied; `failed`: the copy failed; `dropping`: rows are being removed; `closed`: they will be. */
export const accountStates = ['copying', 'ready', 'failed', 'dropping', 'closed'] as const;

/** A clock can be moved by about so many years in both directions. */
const clockMaxMs = 100 * 366 * 86_400_000;

export const clock = () =>
  described(
    neverShown(updateOnly(nullable(instant()), null)),
    'Moves the clock of a sandbox to this moment, from which it goes on; null sets it to the time of the machine. What it ' +
      'shows is shown by the header `Muster-Clock` of every answer of the sandbox.',
  );

export const clockOffsetMs = () =>
  described(
    readOnly(integer({ min: -clockMaxMs, max: clockMaxMs })),
    'How far its clock is ahead of the time of the machine, in milliseconds; 0 unless it is a sandbox whose clock was moved.',
  );

export const progress = {
  state: described(
    readOnly(oneOf(...accountStates)),
    '`ready` to be used; `copying`: rows are still coming; `failed`: they could not be copied; `dropping`: they are going; ' +
      '`closed`: nobody may use it, and they go after a grace time, unless an operator keeps it.',
  ),
  progressPercent: described(readOnly(integer({ min: 0, max: 100 })), 'How far copying or dropping has come.'),
};

export const invitationLink = () =>
  described(
    shownOnce(text({ max: 2000 })),
    'Where the person who made the copy becomes its owner, once it is ready. Works for seven days, and once.',
  );

/**
 * A label of a host name, which has 63 characters: 40 leave room for a hyphen and the name of a sandbox. No two hyphens
 * in a row, because labels such as `xn--…` stand for other alphabets.
 */
export const accountNames = { max: 40, pattern: '^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$' } as const;

export const accounts = resource({
  area: 'administration',
  type: 'account',
  summary: 'A customer in one environment, as those see it who run the installation.',
  scopes: ['accounts'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  isWrittenElsewhere: true,
  table: 'seen_accounts',
  fields: {
    name: described(
      createOnly(text(accountNames)),
      'Letters and digits, with single hyphens between them: a part of host names. Unique within the environment, whatever the case.',
    ),
    environment: described(createOnly(oneOf(...environments)), 'What it is for. The service names a sandbox itself.'),
    sandbox: described(readOnly(nullable(text({ max: 40 }))), 'The name of a sandbox, made by the service.'),
    address: described(readOnly(text({ max: 2000 })), 'Where it is reached.'),
    ...progress,
    removalDueAt: described(
      readOnly(nullable(instant())),
      'When the rows of a closed account go. Null: it is not closed.',
    ),
    origin: described(
      createOnly(nullable(reference('account'))),
      'What a sandbox is a copy of, with invented names. Null: it begins empty.',
    ),
    clock: clock(),
    clockOffsetMs: clockOffsetMs(),
    requestsPerMinute: described(
      updateOnly(nullable(integer({ min: 1, max: settingsMax.requestsPerMinute })), null),
      'Of each client application. Null: as the installation says.',
    ),
    eventDays: described(
      updateOnly(nullable(integer({ min: 1, max: settingsMax.eventDays })), null),
      'How long events are kept. Null: as the installation says.',
    ),
    link: invitationLink(),
    createdAt: described(readOnly(instant()), 'UTC.'),
  },
  sortable: ['name'],
  filterable: ['id', 'name', 'environment', 'state', 'origin.id'],
  searched: ['name', 'sandbox'],
  searchedBy: 'parts',
  events: [],
  notes: {
    create: 'A new account has nobody who may administer it; the person who made it is invited as its first owner.',
    update: 'Takes effect within a second; a moved clock with the next request of the sandbox.',
    remove: 'Only of a sandbox. Its callers are refused at once; its rows go in the background.',
  },
});
