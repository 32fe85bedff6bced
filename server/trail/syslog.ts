/**
 * Syslog messages (RFC 5424) over TCP or TLS, each with its length in front (RFC 6587, RFC 5425). The protocol has no
 * acknowledgement: a connection that breaks may have lost what the receiver had not read. Therefore each batch has its own
 * connection, whose end the receiver confirms by closing it too, which it does after it has read everything.
 */
import { connect, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import type { SyslogTarget } from '../settings/syslog.ts';
import type { Message } from './messages.ts';

/** Facility "log audit", severity "informational". */
const priority = 13 * 8 + 6;

/** A name without the characters that a header may not have. */
const hostName =
  hostname()
    .replace(/[^\x21-\x7e]/g, '')
    .slice(0, 255) || '-';

export const syslogText = ({ kind, occurredAt, content }: Message): string =>
  `<${priority}>1 ${occurredAt} ${hostName} muster - ${kind} - ${JSON.stringify(content)}`;

function frame(message: Message): Buffer {
  const text = Buffer.from(syslogText(message));
  return Buffer.concat([Buffer.from(`${text.length} `), text]);
}

/** Shorter than the lease of the sender. */
const sendMs = 15_000;

/** Resolves when the receiver has read all of it. */
export function sendSyslog(target: SyslogTarget, messages: readonly Message[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = opened(target);
    let isSent = false;
    const fail = (reason: string) => {
      socket.destroy();
      reject(new Error(`The receiver of the audit trail at ${target.host}:${target.port} ${reason}.`));
    };
    socket.setTimeout(sendMs, () => fail('does not answer'));
    socket.on('error', (error) => fail(`cannot be reached (${error.message})`));
    socket.on('finish', () => {
      isSent = true;
    });
    // Its end before ours: it has not read everything.
    socket.on('end', () => (isSent ? resolve() : fail('has closed the connection')));
    socket.on('close', () => fail('has closed the connection'));
    socket.once(target.isEncrypted ? 'secureConnect' : 'connect', () => {
      socket.end(Buffer.concat(messages.map(frame)));
    });
    // Without a reader, the end of the other side would not be noticed.
    socket.resume();
  });
}

function opened({ isEncrypted, host, port, ca }: SyslogTarget): Socket {
  if (!isEncrypted) return connect({ host, port, allowHalfOpen: true });
  return connectTls({ host, port, servername: host, ...(ca !== null && { ca }) });
}
