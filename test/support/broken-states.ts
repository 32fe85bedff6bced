/** The states of a machine and a database in which a check of `muster doctor` fails. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckName } from '../../server/platform/database/checks.ts';
import { startEmbedded } from '../../server/platform/database/embedded.ts';
import {
  type Case,
  closing,
  database,
  otherwise,
  type Place,
  run,
  superuserUrl,
  takenPort,
  urlOfRole,
} from './broken-place.ts';
import { throwawaySettings } from './cluster.ts';
import { emptyDatabase } from './database.ts';
import { distributionStates } from './distribution-states.ts';

const keyed = (place: Place) =>
  place.run(`insert into installation (id, key_check, created_at)
values (gen_random_uuid(), '${Buffer.alloc(32, 1).toString('base64url')}', now())`);

/** null: the check tells something, and never fails. */
export const brokenStates: Readonly<Record<CheckName, readonly Case[] | null>> = {
  'data folder': [
    {
      state: 'a data folder that cannot be written',
      broken: async ({ dataDir }) => {
        await rm(dataDir, { recursive: true });
        await writeFile(dataDir, '');
        return {};
      },
      finding: /^The data folder \S+ cannot be written by this user \(ENOTDIR\)\.$/,
      mend: /MUSTER_DATA_DIR/,
    },
  ],
  ports: [
    {
      state: 'a port that another program has',
      broken: async () => ({ HOST: '0.0.0.0', PORT: await takenPort() }),
      finding: /^Port \d+ is already in use/,
      mend: /set PORT to another one/,
    },
    {
      state: 'a port for metrics that another program has',
      broken: async () => ({ HOST: '0.0.0.0', MUSTER_METRICS_PORT: await takenPort() }),
      finding: /^Port \d+ is already in use/,
      mend: /set MUSTER_METRICS_PORT to another one/,
    },
    {
      state: 'an address that this machine does not have',
      broken: async () => ({ HOST: '192.0.2.1', PORT: '3999' }),
      finding: /cannot listen on 192\.0\.2\.1/,
      mend: /Check HOST and PORT/,
    },
  ],
  connection: [
    {
      state: 'a database that is away',
      broken: async () => ({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' }),
      finding: /^The database cannot be used: .*ECONNREFUSED/,
      mend: /^Start PostgreSQL/,
    },
    {
      state: 'a wrong password',
      broken: async ({ url }) => ({ DATABASE_URL: Object.assign(new URL(url), { password: 'wrong' }).href }),
      finding: /password authentication failed/,
      mend: /password in DATABASE_URL/,
    },
  ],
  version: [
    {
      state: 'an old server',
      broken: async (place) => {
        await otherwise(
          place,
          `create function otherwise.current_setting(name text) returns text stable return
  case name when 'server_version_num' then '140012' when 'server_version' then '14.12' else pg_catalog.current_setting(name) end`,
        );
        return {};
      },
      finding: /^PostgreSQL 14\.12 is too old/,
      mend: /^Upgrade PostgreSQL to version 15 or later\.$/,
    },
  ],
  role: [
    {
      state: 'a superuser',
      broken: async ({ url }) => ({ DATABASE_URL: superuserUrl(url) }),
      finding: /is a superuser/,
      mend: /ALTER ROLE .* NOSUPERUSER NOBYPASSRLS/,
    },
    {
      state: 'a role with BYPASSRLS',
      broken: async (place) => ({ DATABASE_URL: await urlOfRole(place, 'bypassrls') }),
      finding: /has BYPASSRLS/,
      mend: /ALTER ROLE .* NOSUPERUSER NOBYPASSRLS/,
    },
  ],
  rights: [
    {
      state: 'a role that may not create tables',
      broken: async (place) => {
        const url = await urlOfRole(place, '');
        await place.run(`revoke create on schema public from ${new URL(url).username}`);
        return { DATABASE_URL: url };
      },
      finding: /may not create tables/,
      mend: /OWNER TO/,
    },
    {
      state: 'a database that takes no changes',
      broken: async ({ url, run: as }) => {
        await as(`alter database ${database(url)} set default_transaction_read_only to on`);
        return {};
      },
      finding: /takes no changes/,
      mend: /Name the primary/,
    },
  ],
  encoding: [
    {
      state: 'another encoding',
      broken: async (place) => {
        await otherwise(
          place,
          `create function otherwise.current_setting(name text) returns text stable return
  case name when 'server_encoding' then 'SQL_ASCII' else pg_catalog.current_setting(name) end`,
        );
        return {};
      },
      finding: /stores texts in SQL_ASCII/,
      mend: /ENCODING 'UTF8'/,
    },
  ],
  extensions: [
    {
      state: 'extensions that the server does not have',
      broken: async (place) => {
        await otherwise(
          place,
          `create view otherwise.pg_available_extensions as
select * from pg_catalog.pg_available_extensions where name <> 'pg_trgm'`,
        );
        return {};
      },
      finding: /pg_trgm are not installed on the server/,
      mend: /postgresql-contrib/,
    },
    {
      state: 'extensions that the role may not create',
      broken: async ({ url }) => {
        const bare = await emptyDatabase();
        closing.push(() => bare.drop());
        const role = new URL(url).username;
        await run(
          superuserUrl(bare.url),
          `alter database ${database(bare.url)} owner to current_user; grant all on schema public to ${role}`,
        );
        return { DATABASE_URL: bare.url };
      },
      finding: /may not create the extensions btree_gist and pg_trgm/,
      mend: /CREATE EXTENSION btree_gist; CREATE EXTENSION pg_trgm;/,
    },
  ],
  'session settings': [
    {
      state: 'settings of a session that are not in force',
      broken: async (place) => {
        await otherwise(
          place,
          `create view otherwise.pg_settings as
select name, case name when 'jit' then 'on' else setting end as setting from pg_catalog.pg_settings`,
        );
        return {};
      },
      finding: /does not keep the settings of a session: jit\.$/,
      mend: /MUSTER_POOLING/,
    },
  ],
  connections: [
    {
      state: 'connections that share a session',
      broken: async (place) => {
        await otherwise(
          place,
          'create function otherwise.pg_backend_pid() returns integer language sql stable return 7',
        );
        return { MUSTER_POOLING: 'session' };
      },
      finding: /^Connections share a session/,
      mend: /MUSTER_POOLING/,
    },
  ],
  schema: [
    {
      state: 'a schema of a later release',
      broken: async ({ run: as }) => {
        await as(`insert into migrations values ('9999-of-a-later-release.sql', 'x', now(), 'contract')`);
        return {};
      },
      finding: /^The schema is too new for this release/,
      mend: /restore a backup/,
    },
  ],
  rows: null,
  distribution: distributionStates,
  replicas: [
    {
      state: 'a replica that is none',
      broken: async ({ url }) => ({ MUSTER_REPLICA_URLS: url }),
      finding: /is no standby/,
      mend: /MUSTER_REPLICA_URLS/,
    },
  ],
  'encryption key': [
    {
      state: 'no encryption key',
      broken: async (place) => {
        await keyed(place);
        return {};
      },
      finding: /this process has none\.$/,
      mend: /^Set MUSTER_ENCRYPTION_KEY/,
    },
    {
      state: 'a command for the key that fails',
      broken: async () => ({ MUSTER_ENCRYPTION_KEY_COMMAND: 'echo secret@; exit 3' }),
      finding: /^The command of MUSTER_ENCRYPTION_KEY_COMMAND ended with status 3\.$/,
      mend: /as the user of the service/,
    },
    {
      state: 'a command for the key that is killed',
      broken: async () => ({ MUSTER_ENCRYPTION_KEY_COMMAND: 'kill -9 $$' }),
      finding: /^The command of MUSTER_ENCRYPTION_KEY_COMMAND was ended by SIGKILL\.$/,
      mend: /as the user of the service/,
    },
    {
      state: 'a command that prints something else than a key',
      broken: async () => ({ MUSTER_ENCRYPTION_KEY_COMMAND: 'echo secret@' }),
      finding: /must print a key of 32 bytes/,
      mend: /as the user of the service/,
    },
    {
      state: 'another encryption key',
      broken: async (place) => {
        await keyed(place);
        return { MUSTER_ENCRYPTION_KEY: Buffer.alloc(32, 2).toString('hex') };
      },
      finding: /is not the one/,
      mend: /^Set MUSTER_ENCRYPTION_KEY/,
    },
  ],
  'file storage': [
    {
      state: 'a storage of another installation',
      broken: async ({ dataDir }) => {
        await mkdir(join(dataDir, 'files'));
        await writeFile(join(dataDir, 'files/.installation'), 'f3b5b3a8-6f0e-4a7c-9d3c-0d8f0a1b2c3d\n');
        return {};
      },
      finding: /belongs to another installation\.$/,
      mend: /^Give this installation a folder.* run "muster files adopt"\.$/,
    },
    {
      state: 'a storage that does not answer',
      broken: async () => ({
        MUSTER_FILES_S3_BUCKET: 'documents',
        MUSTER_FILES_S3_REGION: 'eu-west-1',
        MUSTER_FILES_S3_ENDPOINT: 'http://127.0.0.1:1',
        MUSTER_FILES_S3_ACCESS_KEY_ID: 'x',
        MUSTER_FILES_S3_SECRET_ACCESS_KEY: 'x',
      }),
      finding: /does not answer: .*ECONNREFUSED/,
      mend: /MUSTER_FILES_S3_/,
    },
  ],
  backup: [
    {
      state: 'no backup, though there should be one',
      broken: async ({ dataDir }) => {
        // Backups are of the embedded PostgreSQL.
        const server = await startEmbedded({ dataDir, log: () => undefined, settings: throwawaySettings });
        await server.stop();
        return { DATABASE_URL: '', MUSTER_BACKUP_TO: `${dataDir}-backups` };
      },
      finding: /^There is no backup in/,
      mend: /run "muster backup/,
    },
  ],
  processes: null,
};
