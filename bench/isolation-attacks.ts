/**
 * The worst case that one tenant can cause within its rights and its quota of 1,200 requests a minute: all of them at
 * once, each as expensive as the API allows. Every request is valid and gets a response when it is sent alone.
 */
import type { LegacyAccount } from './legacy-rows.ts';

export interface AttackRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A body of this length, built by the sender. */
  readonly bodyBytes?: number;
}

export type Attack =
  | {
      readonly kind: 'requests';
      readonly name: string;
      readonly requests: readonly AttackRequest[];
      readonly atOnce: number;
      /** In one phase. */
      readonly most: number;
    }
  | { readonly kind: 'idle'; readonly name: string; readonly connections: number };

const quota = 1200;

export function attacksOf(account: LegacyAccount, token: string): Attack[] {
  const legacy = (path: string): AttackRequest => ({
    method: 'GET',
    path: `/api/v3/${path}`,
    headers: { authorization: `svc application=${account.apiKey}` },
  });
  const headers = { authorization: `Bearer ${token}`, 'api-version': '2024-11-01' };
  const api = (path: string): AttackRequest => ({ method: 'GET', path: `/svc-api/${path}`, headers });
  const json = { ...headers, 'content-type': 'application/json' };
  const asked = (name: string, requests: readonly AttackRequest[], atOnce: number, most = quota): Attack => ({
    ...{ kind: 'requests', name, requests, atOnce, most },
  });
  const lastPage = Math.floor(account.rows / 1000) - 1;
  return [
    asked('300 slow legacy questions at once', legacyQuestions(account).map(legacy), 300),
    asked('searches, deep pages and counts', apiQuestions(lastPage).map(api), 100),
    asked('pages of 1,000 with everything embedded', [api(`employees?limit=1000&include=embedded,links`)], 50),
    asked('bodies of 5 MB', [{ method: 'POST', path: '/svc-api/taxonomies', headers: json, bodyBytes: 5_000_000 }], 10),
    asked('bursts of wrong passwords', [signIn()], 100),
    asked('bursts of wrong secrets', [wrongSecret()], 100),
    { kind: 'idle', name: '1,000 connections that say nothing', connections: 1000 },
  ];
}

const legacyQuestions = ({ halfDays }: LegacyAccount): string[] => [
  'leaves?leavePeriod.owner.name=like,zzz&paging=0,10000',
  'leaves?orderBy=leaveAccount.name,desc,leavePeriod.owner.name,asc&paging=0,10000',
  `leaves?orderBy=leavePeriod.owner.name,desc&paging=${Math.max(0, halfDays - 1000)},1000`,
  'leaves?leavePeriod.logs.status=notequal,0&orderBy=creationDate,desc&paging=100000,1000',
  'users?lastName=like,nobody&orderBy=lastName,desc&paging=0,10000',
];

const apiQuestions = (lastPage: number): string[] => [
  `employees?limit=1000&page=${lastPage}&sort=-familyName&include=totalCount`,
  'employees?limit=1000&search=a&include=totalCount',
  `job-positions?limit=1000&page=${lastPage}&include=totalCount`,
  'employees?limit=1000&-status=active&include=totalCount',
];

const signIn = (): AttackRequest => ({
  method: 'POST',
  path: '/admin-api/session',
  headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  body: JSON.stringify({ account: 'hotel', email: 'nobody@example.com', password: 'wrong horse battery staple' }),
});

const wrongSecret = (): AttackRequest => ({
  method: 'POST',
  path: '/connect/token',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'grant_type=client_credentials&client_id=nobody&client_secret=wrong',
});
