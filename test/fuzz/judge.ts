/** The rules for every response: no internal error, in time, and every refusal a problem. */
import type { FuzzRequest } from './requests.ts';
import type { Outcome } from './send.ts';

/** The violation in a response; null if there is none. */
export function violationIn(request: FuzzRequest, outcome: Outcome): string | null {
  if (outcome === 'cut') return null;
  if (outcome === 'hung') return 'There is no answer.';
  // A proxy would not forward such a request, and Node closes the connection if it cannot respond.
  if (outcome === 'lost') return isBarelyHttp(request) ? null : 'The connection was closed without an answer.';
  const { status, contentType, text } = outcome;
  if (status >= 500) return `The service failed with ${status}.`;
  if (status < 400 || request.method === 'HEAD' || status === 417) return null;
  const path = request.target.split('?', 1)[0] ?? '';
  if (/^\/connect\//i.test(path)) return tokenViolation(status, contentType, text);
  if (/^(\/organization\/structure)?\/api(\/|$)/i.test(path)) return legacyViolation(status, contentType, text);
  return problemViolation(status, contentType, text);
}

/** The method of an address in several packets is no longer known when it proves too long. */
const isBarelyHttp = ({ method, headers, target }: FuzzRequest): boolean =>
  method === 'CONNECT' ||
  (method === 'HEAD' && target.length > 16_000) ||
  headers.expect !== undefined ||
  Object.values(headers).flat().join('').length > 16_000;

function bodyOf(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

function problemViolation(status: number, contentType: string, text: string): string | null {
  // An address outside the API may be a page.
  if (contentType.startsWith('text/html')) return null;
  const body = bodyOf(text);
  if (contentType !== 'application/problem+json; charset=utf-8') {
    // The token endpoint has its own error format under its own addresses.
    return body && 'error' in body ? null : `A refusal is ${contentType || 'without a type'}, not a problem.`;
  }
  if (body === null) return 'A problem is no JSON object.';
  if (body.status !== status) return `The problem says ${body.status}, the answer ${status}.`;
  const missing = ['type', 'title', 'detail', 'instance', 't9n', 'extensions'].filter((name) => !body[name]);
  if (missing.length > 0) return `The problem lacks ${missing.join(', ')}.`;
  const hasErrors = Object.keys((body.errors ?? {}) as object).length > 0;
  if (status === 400 && !hasErrors) return 'A problem with status 400 names no violation.';
  return null;
}

function legacyViolation(status: number, contentType: string, text: string): string | null {
  const body = bodyOf(text);
  if (!/^application\/(problem\+)?json/.test(contentType) || body === null) return `A refusal of ${status} is no JSON.`;
  return null;
}

function tokenViolation(status: number, contentType: string, text: string): string | null {
  const body = bodyOf(text);
  if (status === 404 || status === 405 || status === 431)
    return body === null ? `A refusal of ${status} is no JSON.` : null;
  if (!/^application\/(problem\+)?json/.test(contentType) || body === null) return `A refusal of ${status} is no JSON.`;
  return typeof body.error === 'string' || typeof body.title === 'string'
    ? null
    : 'A refusal of a token names no error.';
}
