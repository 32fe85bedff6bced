/** The settings of the mail server that sends invitations. */
import { certificatesIn, type ReadSetting, type Setting } from './setting.ts';

export interface MailServer {
  readonly isEncrypted: boolean;
  readonly host: string;
  readonly port: number;
  /** Null: the server asks for none. */
  readonly credentials: { readonly user: string; readonly password: string } | null;
  /** The sender; null: derived from the address of the service. */
  readonly from: string | null;
  /** Certificates of authorities that the server is checked with, in PEM; null: those of the system. */
  readonly ca: string | null;
}

/** The ports of RFC 6409 and RFC 8314. */
const ports = { 'smtp:': 587, 'smtps:': 465 } as const;

function parseServer(text: string): Omit<MailServer, 'from' | 'ca'> | undefined {
  const url = URL.parse(text);
  if (!url || !(url.protocol in ports) || url.hostname === '' || url.search || url.hash) return undefined;
  if (url.pathname !== '' && url.pathname !== '/') return undefined;
  const protocol = url.protocol as keyof typeof ports;
  try {
    const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    return {
      isEncrypted: protocol === 'smtps:',
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? ports[protocol] : Number(url.port),
      credentials: user === '' ? null : { user, password },
    };
  } catch {
    return undefined;
  }
}

export const mailSettings = {
  smtpUrl: {
    name: 'MUSTER_SMTP_URL',
    shownDefault: 'none',
    meaning:
      'The mail server that sends invitations. Without one, people pass on the link of an invitation themselves.',
    allowed: 'smtp://user:password@host:port (with STARTTLS) or smtps://user:password@host:port',
    isSecret: true,
    fallback: null,
    parse: parseServer,
  } satisfies Setting<Omit<MailServer, 'from' | 'ca'> | null>,
  smtpFrom: {
    name: 'MUSTER_SMTP_FROM',
    shownDefault: 'muster@ and the host of MUSTER_PUBLIC_URL',
    meaning: 'The sender of mails.',
    allowed: 'an e-mail address, or a name with the address in angle brackets',
    isSecret: false,
    fallback: null,
    parse: (text) => (/^(?:[^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text) ? text : undefined),
  } satisfies Setting<string | null>,
  smtpCa: {
    name: 'MUSTER_SMTP_CA',
    shownDefault: 'those of the system',
    meaning: 'The file with the certificates that the mail server is checked with.',
    allowed: 'the path of a readable file in PEM format',
    isSecret: false,
    fallback: null,
    parse: certificatesIn,
  } satisfies Setting<string | null>,
};

export function readMailSettings(read: ReadSetting): MailServer | null {
  const server = read(mailSettings.smtpUrl);
  const from = read(mailSettings.smtpFrom);
  const ca = read(mailSettings.smtpCa);
  return server && { ...server, from, ca };
}
