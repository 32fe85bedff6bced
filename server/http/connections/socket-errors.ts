/**
 * Requests that cannot be parsed: headers too large, or bytes that are not HTTP. The response is written to the bare
 * socket.
 */
import type { Socket } from 'node:net';
import { problems } from '@muster/contract/problems.ts';
import { apiVersion } from '@muster/contract/version.ts';
import { invalid, type Problem } from '../../problem.ts';
import { problemBody, problemType } from '../response/problem-json.ts';
import { traceIdOf, traceparentOf } from '../response/trace.ts';
import { headersTooLarge } from './size.ts';

/** Addresses outside the current API, with their own spelling and error format. */
export interface LegacyErrorFormat {
  /** The canonical form of an address, for any tolerated spelling. */
  addressOf(url: string): string;
  /** The response of that API instead of a problem; undefined if the address does not belong to it. */
  refusal(url: string, problem: Problem, traceId: string): RefusalResponse | undefined;
}

export interface RefusalResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SocketOptions {
  readonly publicUrl: string;
  readonly limits: { readonly headerBytes: number; readonly headerMs: number };
  readonly legacyErrorFormat: LegacyErrorFormat;
}

/** `rawPacket` holds the last packet, which is nearly always everything. */
type SocketError = Error & { readonly code?: string; readonly rawPacket?: unknown };

export function refuseOnSocket(error: SocketError, socket: Socket, options: SocketOptions): void {
  // Browsers open connections in advance: one without a request expects no response.
  const isSilent = error.code === lateHeaders && socket.bytesRead === 0;
  if (isSilent || socket.destroyed || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const problem = problemOf(error, options);
  const { status, title } = problems[problem.kind];
  const traceId = traceIdOf(undefined);
  const { headers, body } =
    options.legacyErrorFormat.refusal(urlIn(error), problem, traceId) ?? refusalOf(problem, options.publicUrl, traceId);
  const written = {
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    traceparent: traceparentOf(traceId),
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
  const lines = Object.entries(written).map(([name, value]) => `${name}: ${value}`);
  // A response to HEAD has the headers of a body, but no body.
  const isHead = startOf(error).startsWith('HEAD ');
  socket.end([`HTTP/1.1 ${status} ${title}`, ...lines, '', isHead ? '' : body].join('\r\n'));
}

const lateHeaders = 'ERR_HTTP_REQUEST_TIMEOUT';

function problemOf({ code }: SocketError, { limits }: SocketOptions): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge(limits.headerBytes);
  if (code === lateHeaders) {
    return invalid({ $: [`The headers of the request must arrive within ${limits.headerMs / 1000} seconds.`] });
  }
  return invalid({ $: ['This is not a well-formed HTTP request.'] });
}

const startOf = ({ rawPacket }: SocketError): string =>
  Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, 100) : '';

const urlIn = (error: SocketError): string => /^[A-Z]+ (\S+)/.exec(startOf(error))?.[1] ?? '';

const refusalOf = (problem: Problem, publicUrl: string, traceId: string): RefusalResponse => ({
  headers: { 'Content-Type': problemType, 'Api-Version': apiVersion },
  body: problemBody(problem, { baseUrl: publicUrl, instance: publicUrl, traceId }),
});
