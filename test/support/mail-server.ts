/** A real mail server that accepts mails from one user, over an encrypted connection alone, and none for `nobody@…`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SMTPServer } from 'smtp-server';
import { findFreePort } from '../../server/platform/database/embedded/free-port.ts';
import type { MailServer } from '../../server/settings/mail.ts';
import { certificate } from './webhooks/receiver.ts';

interface Received {
  readonly to: string;
  readonly text: string;
  readonly user: unknown;
  readonly isEncrypted: boolean;
}

export interface MailReceiver {
  /** Those that it has accepted. */
  readonly mails: readonly Received[];
  /** Those that it has read and not accepted, because it keeps senders waiting. */
  readonly unanswered: readonly string[];
  readonly secret: string;
  readonly setting: MailServer;
  /** The same setting for a node in its own process. */
  readonly environment: Readonly<Record<string, string>>;
  keepWaiting(isWaiting: boolean): void;
  listen(): Promise<void>;
  close(): Promise<void>;
}

const file = (name: string): string => fileURLToPath(new URL(`./webhooks/${name}`, import.meta.url));
const key = readFileSync(file('receiver-key.pem'), 'utf8');
const user = 'muster';
const secret = 'a p@ssword';
const from = 'Muster <hr@example.com>';

/** Away until `listen`. */
export async function mailReceiver(): Promise<MailReceiver> {
  const port = await findFreePort();
  const mails: Received[] = [];
  const unanswered: string[] = [];
  let isWaiting = false;
  let server: SMTPServer | null = null;
  return {
    mails,
    unanswered,
    secret,
    setting: {
      isEncrypted: false,
      host: 'localhost',
      port,
      credentials: { user, password: secret },
      from,
      ca: certificate,
    },
    environment: {
      MUSTER_SMTP_URL: `smtp://${user}:${encodeURIComponent(secret)}@localhost:${port}`,
      MUSTER_SMTP_FROM: from,
      MUSTER_SMTP_CA: file('receiver-certificate.pem'),
    },
    keepWaiting: (now) => {
      isWaiting = now;
    },
    listen() {
      const own = serverWith((mail, done) => {
        if (isWaiting) unanswered.push(mail.text);
        else {
          mails.push(mail);
          done();
        }
      });
      server = own;
      return new Promise((resolve) => {
        own.listen(port, 'localhost', resolve);
      });
    },
    close: () =>
      new Promise((resolve) => {
        if (server) server.close(resolve);
        else resolve();
      }),
  };
}

const serverWith = (take: (mail: Received, done: () => void) => void): SMTPServer =>
  new SMTPServer({
    key,
    cert: certificate,
    authMethods: ['PLAIN', 'LOGIN'],
    // Connections that it keeps waiting.
    closeTimeout: 100,
    onAuth: ({ username, password }, session, done) =>
      username === user && password === secret && session.secure
        ? done(null, { user: username })
        : done(new Error('Unknown user')),
    onRcptTo: ({ address }, _, done) =>
      address.startsWith('nobody@') ? done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })) : done(),
    onData(stream, { envelope, user: by, secure }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const text = Buffer.concat(parts).toString();
        take({ to: envelope.rcptTo[0]?.address ?? '', text, user: by, isEncrypted: secure }, done);
      });
    },
  });
