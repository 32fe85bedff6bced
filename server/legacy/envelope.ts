/** The envelope of responses of both generations, in parts: a long text is encoded part by part. */
import type { LegacyRequest } from './reader.ts';

const momentOf = (now: Date): string => now.toISOString().slice(0, 19);

const headerV3 = ({ reader, session }: LegacyRequest): string =>
  JSON.stringify({ generated: momentOf(session.now), principal: reader.principal, processId: process.pid });

const envelopeV3 = (request: LegacyRequest, data: readonly string[]): string[] => [
  `{"header":${headerV3(request)},"data":`,
  ...data,
  ',"metadata":null}',
];

/** Parts of rows, with commas between them. */
const listed = (parts: readonly string[]): string[] => parts.map((part, index) => (index === 0 ? part : `,${part}`));

/** Rows, their total count, or both; null: not requested. */
export function listV3(request: LegacyRequest, parts: readonly string[] | null, count: number | null): string[] {
  const items = parts === null ? [] : ['"items":[', ...listed(parts), ']'];
  const counted = count === null ? [] : [`${parts === null ? '' : ','}"count":${count}`];
  return envelopeV3(request, ['{', ...items, ...counted, '}']);
}

export const singleV3 = (request: LegacyRequest, row: readonly string[]): string[] => envelopeV3(request, row);

export interface TimesV2 {
  /** Milliseconds in the database. */
  readonly queryMs: number;
}

export interface PagingV2 {
  readonly count: number;
  readonly offset: number;
  readonly limit: number;
}

function headerV2({ session, startedAtMs }: LegacyRequest, { queryMs }: TimesV2, paging: PagingV2 | null): string {
  return JSON.stringify({
    generated: momentOf(session.now),
    serverTime: Math.round(performance.now() - startedAtMs),
    queryTime: Math.round(queryMs),
    processId: process.pid,
    ...(paging && { paging }),
  });
}

export const listV2 = (
  request: LegacyRequest,
  times: TimesV2,
  parts: readonly string[],
  paging: PagingV2 | null,
): string[] => [`{"header":${headerV2(request, times, paging)},"data":[`, ...listed(parts), ']}'];

export const singleV2 = (request: LegacyRequest, times: TimesV2, row: readonly string[]): string[] => [
  `{"header":${headerV2(request, times, null)},"data":`,
  ...row,
  '}',
];
