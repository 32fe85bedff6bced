// Valid settings, and the messages for invalid ones.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { standardBounds } from '@muster/contract/administration/installation-bounds.ts';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, settings } from './config.ts';
import { serversOf } from './database-servers.ts';

function mistakesOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
}

const key = randomBytes(32);

describe('readConfig', () => {
  it('takes the syslog receiver with its usual port, and no other address', () => {
    const of = (text: string) => readConfig({ MUSTER_AUDIT_SYSLOG: text }).auditSyslog;
    expect(of('tcp://siem.example.com')).toEqual({ isEncrypted: false, host: 'siem.example.com', port: 601, ca: null });
    expect(of('tcp+tls://[::1]:7000')).toEqual({ isEncrypted: true, host: '::1', port: 7000, ca: null });
    for (const text of ['udp://siem:514', 'siem:514', 'tcp://siem/path'])
      expect(() => of(text)).toThrow(/tcp:\/\/host/);
  });

  const { backups } = readConfig({});

  it('has a default for everything', () => {
    expect(readConfig({ UNRELATED: 'x' })).toEqual({
      port: 3000,
      host: 'localhost',
      dataDir: resolve('data'),
      databaseUrl: null,
      publicUrl: null,
      authUrl: null,
      accountHosts: [],
      trustedProxies: [],
      webOrigins: [],
      encryptionKey: null,
      previousEncryptionKey: null,
      encryptionKeyCommand: null,
      isDemoWanted: true,
      files: { dir: resolve('data/files'), s3: null },
      backups: {
        to: null,
        everyMs: 86_400_000,
        keep: 7,
        s3Access: { region: 'us-east-1', endpoint: null, isPathStyle: false, credentials: null },
      },
      webhooks: {
        networks: null,
        attemptMs: 10_000,
        parallelMax: 10,
        waitsMs: [5, 30, 120, 600, 3600, 10_800, 28_800, 57_600, 86_400, 86_400, 86_400].map((wait) => wait * 1000),
        warningDays: [1, 3],
        suspensionDays: 5,
      },
      auditSyslog: null,
      mailServer: null,
      role: 'all',
      processes: 1,
      limits: {
        requestsPerMinute: 1200,
        bodyBytes: 100_000_000,
        headerBytes: 8192,
        requestMs: 5000,
        headerMs: 10_000,
        bodyMs: 60_000,
        paceMs: 10_000,
        keepAliveMs: 72_000,
        connectionsPerAddress: 256,
        databaseConnections: 37,
        databaseSilenceMs: 4000,
        databasePooling: 'auto',
        replicaUrls: [],
        slowStatementMs: 1000,
        eventDays: 60,
        unreferencedFileHours: 24,
      },
      bounds: standardBounds,
      telemetry: null,
      metrics: { port: 0, isWithAccounts: false },
      drainMs: 5000,
      logLevel: 'info',
      logFormat: 'terminal',
    });
  });

  it('takes an empty text for not set', () => {
    const empty = Object.fromEntries(settings.map(({ name }) => [name, '']));
    expect(readConfig({ ...empty, MUSTER_UNKNOWN: '' })).toEqual(readConfig({}));
  });

  it.each([
    ['PORT', '0', { port: 0 }],
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['HOST', '::1', { host: '::1' }],
    [
      'MUSTER_DATA_DIR',
      'elsewhere/x',
      { dataDir: resolve('elsewhere/x'), files: { dir: resolve('elsewhere/x/files'), s3: null } },
    ],
    ['MUSTER_FILES_DIR', '/srv/files', { files: { dir: '/srv/files', s3: null } }],
    ['MUSTER_BACKUP_TO', '/srv/backups', { backups: { ...backups, to: '/srv/backups' } }],
    ['MUSTER_BACKUP_TO', 's3://bucket/muster', { backups: { ...backups, to: 's3://bucket/muster' } }],
    ['MUSTER_BACKUP_EVERY', '90m', { backups: { ...backups, everyMs: 5_400_000 } }],
    ['MUSTER_BACKUP_KEEP', '30', { backups: { ...backups, keep: 30 } }],
    ['DATABASE_URL', 'postgresql://u:p@db/x', { databaseUrl: 'postgresql://u:p@db/x' }],
    ['MUSTER_PUBLIC_URL', 'https://HR.example.com/', { publicUrl: 'https://hr.example.com' }],
    ['MUSTER_AUTH_URL', 'http://localhost:8080', { authUrl: 'http://localhost:8080' }],
    ['MUSTER_ENCRYPTION_KEY', key.toString('base64'), { encryptionKey: key }],
    ['MUSTER_ENCRYPTION_KEY', key.toString('base64url'), { encryptionKey: key }],
    ['MUSTER_ENCRYPTION_KEY', key.toString('hex'), { encryptionKey: key }],
    ['MUSTER_TRUSTED_PROXIES', '10.0.0.0/8, ::1', { trustedProxies: ['10.0.0.0/8', '::1'] }],
    ['MUSTER_PROCESSES', '4', { processes: 4 }],
    ['MUSTER_PROCESSES', 'auto', { processes: availableParallelism() }],
    [
      'MUSTER_WEB_ORIGINS',
      'https://A.example.com/, http://b:81',
      { webOrigins: ['https://a.example.com', 'http://b:81'] },
    ],
    ['MUSTER_DEMO', 'false', { isDemoWanted: false }],
    ['MUSTER_LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['MUSTER_ROLE', 'api', { role: 'api' }],
    ['MUSTER_WEBHOOK_NETWORKS', 'none', { webhooks: { ...readConfig({}).webhooks, networks: [] } }],
    [
      'MUSTER_WEBHOOK_NETWORKS',
      'loopback, 10.0.0.0/8',
      { webhooks: { ...readConfig({}).webhooks, networks: ['127.0.0.0/8', '::1/128', '10.0.0.0/8'] } },
    ],
    ['MUSTER_WEBHOOK_WAITS', '1, 2', { webhooks: { ...readConfig({}).webhooks, waitsMs: [1000, 2000] } }],
  ])('reads %s=%s', (name, text, expected) => {
    expect(readConfig({ [name]: text })).toEqual({ ...readConfig({}), ...expected });
  });

  it('reads account hosts', () => {
    const text = '{account}.hr.example.com, test={account}.test:8443,sandbox={account}-{sandbox}.sb.example.com';
    expect(readConfig({ MUSTER_ACCOUNT_HOSTS: text }).accountHosts).toEqual([
      { environment: 'production', pattern: '{account}.hr.example.com' },
      { environment: 'test', pattern: '{account}.test:8443' },
      { environment: 'sandbox', pattern: '{account}-{sandbox}.sb.example.com' },
    ]);
  });

  it('reads where files are kept', () => {
    const amazon = { bucket: 'acme-files', region: 'us-east-1', endpoint: null, isPathStyle: false, prefix: '' };
    expect(readConfig({ MUSTER_FILES_S3_BUCKET: 'acme-files' }).files.s3).toEqual({ ...amazon, credentials: null });
    const env = {
      MUSTER_FILES_S3_BUCKET: 'acme-files',
      MUSTER_FILES_S3_REGION: 'eu-west-3',
      MUSTER_FILES_S3_ENDPOINT: 'http://minio:9000',
      MUSTER_FILES_S3_PATH_STYLE: 'true',
      MUSTER_FILES_S3_PREFIX: 'muster/files/',
      MUSTER_FILES_S3_ACCESS_KEY_ID: 'AKIA',
      MUSTER_FILES_S3_SECRET_ACCESS_KEY: 'hunter2',
    };
    expect(readConfig(env).files.s3).toEqual({
      bucket: 'acme-files',
      region: 'eu-west-3',
      endpoint: 'http://minio:9000',
      isPathStyle: true,
      prefix: 'muster/files/',
      credentials: { accessKeyId: 'AKIA', secretAccessKey: 'hunter2' },
    });
  });

  it('refuses half a key to the bucket', () => {
    const bucket = { MUSTER_FILES_S3_BUCKET: 'acme-files' };
    expect(mistakesOf({ ...bucket, MUSTER_FILES_S3_ACCESS_KEY_ID: 'AKIA' })).toEqual([
      expect.stringMatching('^MUSTER_FILES_S3_ACCESS_KEY_ID is "AKIA"; allowed: .* with MUSTER_FILES_S3_SECRET'),
    ]);
    const [mistake] = mistakesOf({ ...bucket, MUSTER_FILES_S3_SECRET_ACCESS_KEY: 'hunter2' });
    expect(mistake).toMatch('MUSTER_FILES_S3_SECRET_ACCESS_KEY is not valid; allowed: ');
    expect(mistake).not.toContain('hunter2');
  });

  it.each([
    ['PORT', '65536'],
    ['MUSTER_PROCESSES', '0'],
    ['MUSTER_PROCESSES', 'all'],
    ['MUSTER_PROCESSES', '65'],
    ['PORT', '-1'],
    ['PORT', '0x50'],
    ['HOST', 'a b'],
    ['MUSTER_PUBLIC_URL', 'hr.example.com'],
    ['MUSTER_PUBLIC_URL', 'ftp://hr.example.com'],
    ['MUSTER_PUBLIC_URL', 'https://hr.example.com/api'],
    ['MUSTER_AUTH_URL', 'https://hr.example.com?'],
    ['MUSTER_WEB_ORIGINS', 'https://a.example.com,*'],
    ['MUSTER_WEB_ORIGINS', 'https://a.example.com/app'],
    ['MUSTER_AUTH_URL', 'https://me:secret@hr.example.com'],
    ['MUSTER_ACCOUNT_HOSTS', 'hr.example.com'],
    ['MUSTER_ACCOUNT_HOSTS', '{account}.{account}.example.com'],
    ['MUSTER_ACCOUNT_HOSTS', '{account}-{sandbox}.example.com'],
    ['MUSTER_ACCOUNT_HOSTS', 'sandbox={account}.example.com'],
    ['MUSTER_ACCOUNT_HOSTS', 'sandbox={account}{sandbox}.example.com'],
    ['MUSTER_ACCOUNT_HOSTS', 'sandbox={account}x{sandbox}.example.com'],
    ['MUSTER_ACCOUNT_HOSTS', 'staging={account}.example.com'],
    ['MUSTER_ACCOUNT_HOSTS', '{account}.a.com,production={account}.b.com'],
    ['MUSTER_ACCOUNT_HOSTS', '{account}.a.com,test={account}.a.com'],
    ['MUSTER_ACCOUNT_HOSTS', '{account}.a.com:70000'],
    ['MUSTER_ACCOUNT_HOSTS', '{account}.a.com,'],
    ['MUSTER_ACCOUNT_HOSTS', 'https://{account}.a.com'],
    ['MUSTER_TRUSTED_PROXIES', 'proxy.example.com'],
    ['MUSTER_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['MUSTER_DEMO', 'yes'],
    ['MUSTER_REQUESTS_PER_MINUTE', '0'],
    ['MUSTER_BODY_BYTES', '1e6'],
    ['MUSTER_HEADER_BYTES', '12'],
    ['MUSTER_REQUEST_MS', '5s'],
    ['MUSTER_DATABASE_CONNECTIONS', '1001'],
    ['MUSTER_DATABASE_CONNECTIONS', '91'],
    ['MUSTER_EVENT_DAYS', '1.5'],
    ['MUSTER_FILES_S3_BUCKET', 'Acme_Files'],
    ['MUSTER_FILES_S3_REGION', 'eu west'],
    ['MUSTER_FILES_S3_ENDPOINT', 'minio:9000'],
    ['MUSTER_FILES_S3_PATH_STYLE', '1'],
    ['MUSTER_FILES_S3_PREFIX', '/muster'],
    ['MUSTER_LOG_LEVEL', 'verbose'],
  ])('refuses %s=%s, naming it, what was given and what is allowed', (name, text) => {
    expect(mistakesOf({ [name]: text })).toEqual([expect.stringMatching(`^${name} is .*; allowed: .+`)]);
    expect(mistakesOf({ [name]: text })[0]).toContain(JSON.stringify(text));
  });

  it('allows another server more connections than the embedded one', () => {
    const env = { DATABASE_URL: 'postgres://db/x', MUSTER_DATABASE_CONNECTIONS: '91' };
    expect(readConfig(env).limits.databaseConnections).toBe(91);
  });

  it('takes several servers, of which one takes changes', () => {
    const several = 'postgres://muster:x@db1:5432,db2:5433/muster?sslmode=require&target_session_attrs=read-write';
    expect(readConfig({ DATABASE_URL: several }).databaseUrl).toBe(several);
    expect(serversOf(several)).toEqual({
      urls: [
        'postgres://muster:x@db1:5432/muster?sslmode=require',
        'postgres://muster:x@db2:5433/muster?sslmode=require',
      ],
      isWritableWanted: true,
    });
    for (const wrong of ['postgres://a,/x', 'postgres://a:1,b:x/y', 'postgres://a/x?target_session_attrs=standby'])
      expect(mistakesOf({ DATABASE_URL: wrong })).toHaveLength(1);
  });

  it('takes every secret from a file, without its last line end', () => {
    const folder = mkdtempSync(join(tmpdir(), 'muster-secrets-'));
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const secrets = settings.filter(({ isSecret }) => isSecret).map(({ name }) => name);
    expect(secrets).toEqual(expect.arrayContaining(['DATABASE_URL', 'MUSTER_ENCRYPTION_KEY']));
    for (const name of secrets) {
      expect(mistakesOf({ [`${name}_FILE`]: join(folder, 'absent') })).toEqual([
        expect.stringMatching(`^${name}_FILE names .*absent", which cannot be read \\(ENOENT\\)$`),
      ]);
    }
    const env = {
      DATABASE_URL_FILE: file('url', 'postgres://muster:x@db/muster\n'),
      MUSTER_ENCRYPTION_KEY_FILE: file('key', `${key.toString('base64')}\n`),
    };
    expect(readConfig(env)).toMatchObject({ databaseUrl: 'postgres://muster:x@db/muster', encryptionKey: key });
    expect(mistakesOf({ ...env, DATABASE_URL: 'postgres://db/x' })).toEqual([
      'DATABASE_URL_FILE and DATABASE_URL are both set; set one of them',
    ]);
    expect(mistakesOf({ MUSTER_ENCRYPTION_KEY_FILE: file('wrong', 'hunter2') })[0]).not.toContain('hunter2');
    expect(mistakesOf({ MUSTER_PORT_FILE: 'x' })).toEqual([
      'MUSTER_PORT_FILE is no setting of Muster; check its spelling',
    ]);
    rmSync(folder, { recursive: true });
  });

  it('reports several mistakes together, unknown names among them', () => {
    const env = { PORT: 'http', MUSTER_DEMO: 'on', MUSTER_PUBLIC_ULR: 'https://hr.example.com' };
    const mistakes = mistakesOf(env);
    expect(mistakes.map((mistake) => mistake.split(' ')[0])).toEqual(['PORT', 'MUSTER_DEMO', 'MUSTER_PUBLIC_ULR']);
    expect(new ConfigError(mistakes).message).toContain(mistakes.join('\n- '));
  });

  it.each([
    ['MUSTER_ENCRYPTION_KEY', `${key.toString('hex')}00`],
    ['MUSTER_ENCRYPTION_KEY', 'hunter2'],
    ['DATABASE_URL', 'mysql://root:hunter2@db/x'],
  ])('does not repeat the secret in a wrong %s', (name, text) => {
    const [mistake] = mistakesOf({ [name]: text });
    expect(mistake).toMatch(`${name} is not valid; allowed: `);
    expect(mistake).not.toContain(text);
    expect(mistake).not.toContain('hunter2');
  });
});
