// Parses environment variables into the service's Config, once, at start. The table of settings is the source of both
// the parsing and the documentation. Guarantees: all mistakes are reported in one error, secrets are never printed, and
// no other module interprets the environment.
import { resolve } from 'node:path';
import type { InstallationBounds } from '@muster/contract/administration/installation-bounds.ts';
import { type AccountHostPattern, parseAccountHosts } from './account-hosts.ts';
import { type BackupSchedule, backupSettings, readBackupSettings } from './backup.ts';
import { boundSettings, readBoundSettings } from './bounds.ts';
import { type ConnectionLimits, connectionSettings, readConnectionSettings } from './connections.ts';
import { type DatabaseLimits, databaseSettings, embeddedConnectionsMax, readDatabaseLimits } from './database.ts';
import { type KeyConfig, keySettings, readKeySettings } from './encryption-key.ts';
import { type FilesConfig, fileSettings, readFileSettings, readS3Access, type S3Access } from './files.ts';
import { type MailServer, mailSettings, readMailSettings } from './mail.ts';
import { type MetricsConfig, metricsSettings, readMetricsSettings } from './metrics.ts';
import { type ProcessRole, processSettings } from './processes.ts';
import { fileNameOf, readSecretFiles } from './secret-files.ts';
import {
  networks,
  oneOf,
  origin,
  origins,
  type Setting,
  type SettingDescription,
  trueOrFalse,
  wholeNumber,
} from './setting.ts';
import { readSyslogSettings, type SyslogTarget, syslogSettings } from './syslog.ts';
import { readTelemetry, type TelemetryConfig } from './telemetry.ts';
import { readWebhookSettings, type WebhooksConfig, webhookSettings } from './webhooks.ts';

export type { AccountHostPattern } from './account-hosts.ts';
export type { ProcessRole } from './processes.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const logFormats = ['terminal', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

export interface Config extends KeyConfig {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** A PostgreSQL server to use instead of the embedded one. */
  readonly databaseUrl: string | null;
  /** null: derived from the port that was bound. */
  readonly publicUrl: string | null;
  /** null: the same as publicUrl. */
  readonly authUrl: string | null;
  readonly accountHosts: readonly AccountHostPattern[];
  readonly trustedProxies: readonly string[];
  /** Origins whose pages may call the legacy API. */
  readonly webOrigins: readonly string[];
  readonly isDemoWanted: boolean;
  /** Where uploaded files are stored. */
  readonly files: FilesConfig;
  /** When and where the embedded database is backed up, and how buckets of backups are reached. */
  readonly backups: BackupSchedule & { readonly s3Access: S3Access };
  readonly webhooks: WebhooksConfig;
  /** Where the audit trail is sent to; null: nowhere. */
  readonly auditSyslog: SyslogTarget | null;
  /** The server that sends mails; null: none. */
  readonly mailServer: MailServer | null;
  readonly metrics: MetricsConfig;
  /** What is sent by OTLP; null: nothing. */
  readonly telemetry: TelemetryConfig | null;
  /** How long the service still answers after it was asked to stop, while it says that it is not ready. */
  readonly drainMs: number;
  readonly role: ProcessRole;
  /** How many processes serve requests. */
  readonly processes: number;
  readonly limits: ConnectionLimits &
    DatabaseLimits & {
      readonly requestsPerMinute: number;
      readonly bodyBytes: number;
      readonly headerBytes: number;
      readonly requestMs: number;
      readonly eventDays: number;
      readonly unreferencedFileHours: number;
    };
  /** The limits on account settings. */
  readonly bounds: InstallationBounds;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
}

export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(`The settings contain ${mistakes.length === 1 ? 'a mistake' : 'mistakes'}:\n- ${mistakes.join('\n- ')}`);
    this.name = 'ConfigError';
    this.mistakes = mistakes;
  }
}

const { databaseUrl, ...databaseLimitSettings } = databaseSettings;

const table = {
  port: wholeNumber('PORT', 3000, [0, 65535], 'The port the service listens on; 0 selects a free port.'),
  host: {
    name: 'HOST',
    shownDefault: 'localhost',
    meaning: 'The address the service listens on; 0.0.0.0 opens it to the network.',
    allowed: 'a host name or an IP address',
    isSecret: false,
    fallback: 'localhost',
    parse: (text) => (/^[\w.:%-]+$/.test(text) ? text : undefined),
  } satisfies Setting<string>,
  dataDir: {
    name: 'MUSTER_DATA_DIR',
    shownDefault: './data',
    meaning: 'The folder that holds the database and the keys.',
    allowed: 'the path of a folder',
    isSecret: false,
    fallback: resolve('data'),
    parse: (text) => (text.includes('\0') ? undefined : resolve(text)),
  } satisfies Setting<string>,
  databaseUrl,
  publicUrl: origin(
    'MUSTER_PUBLIC_URL',
    'http://localhost:PORT',
    'The address under which clients reach the service, as it appears in links and tokens.',
  ),
  authUrl: origin(
    'MUSTER_AUTH_URL',
    'MUSTER_PUBLIC_URL',
    'The address of the token endpoint, if it differs from the public address.',
  ),
  accountHosts: {
    name: 'MUSTER_ACCOUNT_HOSTS',
    shownDefault: 'none',
    meaning: 'Host names that carry the account, such as {account}.hr.example.com, separated by commas.',
    allowed:
      'a comma-separated list of pattern or environment=pattern, with environment one of production, test, demo, ' +
      'sandbox, each at most once; a pattern is a host name with {account} once, for sandbox also {sandbox} once, ' +
      'and optionally :port',
    isSecret: false,
    fallback: [],
    parse: parseAccountHosts,
  } satisfies Setting<readonly AccountHostPattern[]>,
  ...keySettings,
  trustedProxies: {
    name: 'MUSTER_TRUSTED_PROXIES',
    shownDefault: 'none',
    meaning: 'Addresses or networks of reverse proxies that may set the host and the client address.',
    allowed: 'a comma-separated list of IP addresses or networks such as 10.0.0.0/8',
    isSecret: false,
    fallback: [],
    parse: networks,
  } satisfies Setting<readonly string[]>,
  webOrigins: origins(
    'MUSTER_WEB_ORIGINS',
    'Web origins whose pages may call the legacy API from a browser, in addition to the addresses of accounts.',
  ),
  isDemoWanted: trueOrFalse('MUSTER_DEMO', true, 'Whether a demo account is created.'),
  requestsPerMinute: wholeNumber(
    'MUSTER_REQUESTS_PER_MINUTE',
    1200,
    [1, 1_000_000_000],
    'How many requests each client application or API key may send per minute, unless its account sets its own limit.',
  ),
  bodyBytes: wholeNumber(
    'MUSTER_BODY_BYTES',
    100_000_000,
    [1_000, 500_000_000],
    'The largest file upload, in bytes. JSON bodies have their own lower limits: 1 MB, and 8 MB for attribute values.',
  ),
  headerBytes: wholeNumber('MUSTER_HEADER_BYTES', 8192, [1024, 1_048_576], 'The largest request header, in bytes.'),
  requestMs: wholeNumber('MUSTER_REQUEST_MS', 5000, [1, 3_600_000], 'How long a request may take, in milliseconds.'),
  ...connectionSettings,
  ...databaseLimitSettings,
  ...boundSettings,
  ...fileSettings,
  ...backupSettings,
  ...webhookSettings,
  ...syslogSettings,
  ...mailSettings,
  ...metricsSettings,
  ...processSettings,
  eventDays: wholeNumber('MUSTER_EVENT_DAYS', 60, [1, 36_500], 'How many days events are kept.'),
  unreferencedFileHours: wholeNumber(
    'MUSTER_UNREFERENCED_FILE_HOURS',
    24,
    [1, 87_600],
    'How many hours an uploaded file is kept if nothing refers to it, unless its account sets its own limit.',
  ),
  drainSeconds: wholeNumber(
    'MUSTER_DRAIN_SECONDS',
    5,
    [0, 600],
    'How long a stopping service still answers while /health/ready fails, so that load balancers turn to other nodes first.',
  ),
  logLevel: oneOf('MUSTER_LOG_LEVEL', logLevels, 'info', 'The least severe messages that are logged.'),
  logFormat: oneOf(
    'MUSTER_LOG_FORMAT',
    logFormats,
    'terminal',
    'What is on standard output: lines of JSON and the banner for people (terminal), or lines of JSON alone (json).',
  ),
};

/** Every setting, in display order. */
export const settings: readonly SettingDescription[] = Object.values(table);

export function readConfig(given: Readonly<Record<string, string | undefined>>): Config {
  const mistakes: string[] = [];
  const note = (mistake: string) => mistakes.push(mistake);
  const env = readSecretFiles(given, settings, note);
  function read<Value>(setting: Setting<Value>): Value {
    const text = env[setting.name] ?? '';
    if (text === '') return setting.fallback;
    const value = setting.parse(text);
    if (value !== undefined) return value;
    mistakes.push(wrongValue(setting, text));
    return setting.fallback;
  }
  const dataDir = read(table.dataDir);
  const s3Access = readS3Access(read, (setting) => mistakes.push(wrongValue(setting, env[setting.name] ?? '')));
  const config: Config = {
    port: read(table.port),
    host: read(table.host),
    dataDir,
    databaseUrl: read(table.databaseUrl),
    publicUrl: read(table.publicUrl),
    authUrl: read(table.authUrl),
    accountHosts: read<readonly AccountHostPattern[]>(table.accountHosts),
    ...readKeySettings(read),
    trustedProxies: read<readonly string[]>(table.trustedProxies),
    webOrigins: read<readonly string[]>(table.webOrigins),
    isDemoWanted: read(table.isDemoWanted),
    files: readFileSettings(read, dataDir, s3Access),
    backups: { ...readBackupSettings(read), s3Access },
    webhooks: readWebhookSettings(read),
    auditSyslog: readSyslogSettings(read),
    metrics: readMetricsSettings(read),
    telemetry: readTelemetry(env, note),
    drainMs: read(table.drainSeconds) * 1000,
    mailServer: readMailSettings(read),
    role: read<ProcessRole>(table.role),
    processes: read(table.processes),
    limits: {
      ...readConnectionSettings(read),
      requestsPerMinute: read(table.requestsPerMinute),
      bodyBytes: read(table.bodyBytes),
      headerBytes: read(table.headerBytes),
      requestMs: read(table.requestMs),
      ...readDatabaseLimits(read),
      eventDays: read(table.eventDays),
      unreferencedFileHours: read(table.unreferencedFileHours),
    },
    bounds: readBoundSettings(read),
    logLevel: read<LogLevel>(table.logLevel),
    logFormat: read<LogFormat>(table.logFormat),
  };
  mistakes.push(...contradictions(config, !env.DATABASE_URL), ...unknownNames(env));
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

/** Settings that are valid alone, and not together. */
function contradictions({ limits, backups, databaseUrl, role, ...keys }: Config, isEmbedded: boolean): string[] {
  const wrong = (isWrong: boolean, setting: SettingDescription, text: string, allowed: string): string[] =>
    isWrong ? [wrongValue({ ...setting, allowed }, text)] : [];
  const { databaseConnections: connections } = limits;
  const isTooMany = isEmbedded && connections > embeddedConnectionsMax;
  const most = `at most ${embeddedConnectionsMax} with the embedded PostgreSQL`;
  const place = 'a place for backups of the embedded PostgreSQL only; another one is backed up by its own programs';
  const itsOwn = 'worker only with DATABASE_URL, which names the database that it works for';
  const primary = 'standby servers only with DATABASE_URL, which names their primary; the embedded PostgreSQL has none';
  const both = `${table.encryptionKeyCommand.name} and ${table.encryptionKey.name} are both set; set one of them`;
  return [
    ...wrong(isTooMany, table.databaseConnections, String(connections), most),
    ...wrong(backups.to !== null && databaseUrl !== null, table.backupTo, backups.to ?? '', place),
    ...wrong(isEmbedded && limits.replicaUrls.length > 0, table.replicaUrls, '', primary),
    ...wrong(role === 'worker' && databaseUrl === null, table.role, role, itsOwn),
    ...(keys.encryptionKey !== null && keys.encryptionKeyCommand !== null ? [both] : []),
  ];
}

function wrongValue({ name, isSecret, allowed }: SettingDescription, text: string): string {
  return `${name} is ${isSecret ? 'not valid' : JSON.stringify(text)}; allowed: ${allowed}`;
}

/** Without this check, a mistyped name would silently leave its setting at the default. */
function unknownNames(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set(settings.flatMap((one) => (one.isSecret ? [one.name, fileNameOf(one)] : [one.name])));
  return Object.keys(env)
    .filter((name) => name.startsWith('MUSTER_') && env[name] && !known.has(name))
    .map((name) => `${name} is no setting of Muster; check its spelling`);
}
