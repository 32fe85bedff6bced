/** The settings of the receiver that the audit trail is sent to. */
import { certificatesIn, type ReadSetting, type Setting } from './setting.ts';

export interface SyslogTarget {
  readonly isEncrypted: boolean;
  readonly host: string;
  readonly port: number;
  /** Certificates of authorities that the receiver is checked with, in PEM; null: those of the system. */
  readonly ca: string | null;
}

/** The ports of RFC 6587 and RFC 5425. */
const ports = { 'tcp:': 601, 'tcp+tls:': 6514 } as const;

function parseTarget(text: string): Omit<SyslogTarget, 'ca'> | undefined {
  const url = URL.parse(text);
  if (!url || !(url.protocol in ports) || url.hostname === '') return undefined;
  if ((url.pathname !== '' && url.pathname !== '/') || url.search || url.hash || url.username) return undefined;
  const protocol = url.protocol as keyof typeof ports;
  return {
    isEncrypted: protocol === 'tcp+tls:',
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? ports[protocol] : Number(url.port),
  };
}

export const syslogSettings = {
  auditSyslog: {
    name: 'MUSTER_AUDIT_SYSLOG',
    shownDefault: 'none',
    meaning: 'The syslog receiver that audit entries, changes and reads are sent to.',
    allowed: 'tcp://host:port or tcp+tls://host:port',
    isSecret: false,
    fallback: null,
    parse: parseTarget,
  } satisfies Setting<Omit<SyslogTarget, 'ca'> | null>,
  auditSyslogCa: {
    name: 'MUSTER_AUDIT_SYSLOG_CA',
    shownDefault: 'those of the system',
    meaning: 'The file with the certificates that the syslog receiver is checked with.',
    allowed: 'the path of a readable file in PEM format',
    isSecret: false,
    fallback: null,
    parse: certificatesIn,
  } satisfies Setting<string | null>,
};

export function readSyslogSettings(read: ReadSetting): SyslogTarget | null {
  const target = read(syslogSettings.auditSyslog);
  const ca = read(syslogSettings.auditSyslogCa);
  return target && { ...target, ca };
}
