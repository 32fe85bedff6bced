/** Requests that never become one: headers too large, or bytes that are no HTTP. Answered on the bare socket. */
import type { Socket } from 'node:net';
import { detail } from '@muster/contract/messages.ts';
import { problems } from '@muster/contract/problems.ts';
import { invalid, Problem } from '../problem.ts';
import { problemBody, problemType } from './problem-json.ts';
import { traceIdOf, traceparentOf } from './trace.ts';

export interface SocketOptions {
  readonly publicUrl: string;
  readonly headerBytes: number;
  readonly apiVersion: string;
}

export function refuseOnSocket(error: Error & { code?: string }, socket: Socket, options: SocketOptions): void {
  if (socket.destroyed || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Problem('header-too-large', detail('headersTooLarge', { limit: options.headerBytes / 1024 }))
      : invalid({ $: ['This is not a well-formed HTTP request.'] });
  const { status, title } = problems[problem.kind];
  const traceId = traceIdOf(undefined);
  const body = problemBody(problem, { baseUrl: options.publicUrl, instance: options.publicUrl, traceId });
  socket.end(
    [
      `HTTP/1.1 ${status} ${title}`,
      `Content-Type: ${problemType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `Api-Version: ${options.apiVersion}`,
      `traceparent: ${traceparentOf(traceId)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
