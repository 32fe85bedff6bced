import { described, json, readOnly, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { anyOf, closed, int, momentText, named, orNull, type Schema, string } from '../kit/schema.ts';

const listOf = <T>(items: Schema<T>): Schema<T[]> => ({ type: 'array', items });
const count = () => int({ minimum: 0 });
const id = () => string({ minLength: 1, maxLength: 255 });
const moment = () => momentText();

/** How many months of hires and leavers are counted, the current month included. */
export const overviewMonths = 24;
/** How many days ahead expiring secrets are shown. */
export const overviewSecretDays = 14;

const place = closed({ id: id(), name: string(), active: count() });
const month = closed({ month: string({ pattern: '^\\d{4}-\\d{2}$' }), hires: count(), leavers: count() });
const endpoint = closed({
  id: id(),
  name: string(),
  status: anyOf('active', 'suspended'),
  failingSince: orNull(moment()),
  suspendedAt: orNull(moment()),
});
const secret = closed({
  kind: anyOf('client-application', 'api-key', 'webhook-endpoint'),
  id: id(),
  name: string(),
  expiresAt: moment(),
});
const use = closed({
  path: string(),
  apiKey: closed({ id: id(), name: string() }),
  requests: count(),
  lastAt: moment(),
  endsAt: orNull(moment()),
});

export const overviews = resource({
  area: 'administration',
  type: 'overview',
  summary:
    'How the account stands today, in one answer: its people, and what needs looking after. Its id is `current`.',
  scopes: 'any-token',
  operations: ['read'],
  isWrittenElsewhere: true,
  idKind: 'text',
  fields: {
    id: described(readOnly(text({ max: 255 })), 'Always `current`.'),
    people: described(
      readOnly(json(closed({ active: count(), upcoming: count(), deactivated: count() }))),
      'How many employees have each status.',
    ),
    establishments: described(
      readOnly(json(listOf(named('overview-establishment', place)))),
      'Where active employees work, those with most first.',
    ),
    months: described(
      readOnly(json(listOf(named('overview-month', month)))),
      `First and last days of employments by month, over ${overviewMonths} months, the current one last.`,
    ),
    troubledEndpoints: described(
      readOnly(json(listOf(named('overview-endpoint', endpoint)))),
      'Webhook endpoints that fail or are suspended, at most 100.',
    ),
    waitingDeliveries: described(readOnly(json(count())), 'Events on their way to endpoints.'),
    expiringSecrets: described(
      readOnly(json(listOf(named('overview-secret', secret)))),
      `Secrets and keys that were replaced and end within ${overviewSecretDays} days.`,
    ),
    deprecatedUses: described(
      readOnly(json(listOf(named('overview-use', use)))),
      'Calls of the legacy API in the last 30 days, what ends first, at most 100.',
    ),
  },
  followsDays: true,
  events: [],
});
