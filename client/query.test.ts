import { expect, test } from 'vitest';
import { type AnyQuery, queryText } from './query.ts';

test.each<[AnyQuery, string]>([
  [{}, ''],
  [{ filters: {}, sort: [], include: [] }, ''],
  [{ filters: { 'taxonomy.id': '31', isArchived: false } }, 'taxonomy.id=31&isArchived=false'],
  [{ filters: { remoteId: [null, 'JP001'] } }, 'remoteId=null,JP001'],
  [{ filters: { remoteId: 'A,B\\C' } }, 'remoteId=A\\,B\\\\C'],
  [{ filters: { '-topic': ['a.created', 'a.deleted'] } }, '-topic=a.created,a.deleted'],
  [{ filters: { 'id.between': ['7', null] } }, 'id.between=7--..'],
  [{ filters: { 'id.between': [null, 9] } }, 'id.between=..--9'],
  [
    { filters: { 'createdAt.between': [new Date('2026-01-01T00:00:00Z'), '2026-02-01T00:00:00+01:00'] } },
    'createdAt.between=2026-01-01T00:00:00.000Z--2026-02-01T00:00:00+01:00',
  ],
  [{ filters: { 'attributes.e_badge.between': [-2, null] } }, 'attributes.e_badge.between=-2--..'],
  [{ search: 'a & b, c' }, 'search=a & b, c'],
  [
    { asOf: '2026-03-01', knownAt: new Date('2026-01-01T00:00:00Z') },
    'asOf=2026-03-01&knownAt=2026-01-01T00:00:00.000Z',
  ],
  [{ sort: ['-name', 'id'], limit: 0 }, 'sort=-name,id&limit=0'],
  [{ include: ['totalCount', 'links', 'links'], after: '!abc' }, 'include=totalCount,links&page=!abc'],
])('%j is written as %s', (query, text) => {
  const written = queryText(query);
  expect(written.startsWith('?')).toBe(text !== '');
  // What a server reads, blank and plus included.
  expect([...new URLSearchParams(written)].map((pair) => pair.join('=')).join('&')).toBe(text);
});

test.each([{ 'taxonomy.id': undefined }, { 'taxonomy.id': [] }, { 'taxonomy.id': ['31', undefined] }])(
  'the filter %o is refused instead of listing everything',
  (filters) => {
    expect(() => queryText({ filters })).toThrow("The filter 'taxonomy.id' has no value.");
  },
);
