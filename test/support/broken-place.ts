/** Where the broken states for `muster doctor` are made: a database and a folder, and how both are changed. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { inject } from 'vitest';

export type Settings = Readonly<Record<string, string>>;

/** A state of the machine or the database in which one check fails. */
export interface Case {
  readonly state: string;
  /** Makes the state, on a migrated database and a folder of its own, and returns the settings that differ. */
  broken(place: Place): Promise<Settings>;
  readonly finding: RegExp;
  readonly mend: RegExp;
}

export interface Place {
  readonly url: string;
  readonly dataDir: string;
  /** As an administrator of PostgreSQL, in the same database. */
  run(sql: string): Promise<void>;
}

/** What ends with the file that uses these states, the last one first. */
export const closing: (() => unknown)[] = [];

export const superuserUrl = (url: string): string =>
  Object.assign(new URL(inject('superuserUrl')), { pathname: new URL(url).pathname }).href;

export async function run(url: string, sql: string): Promise<void> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  await connection.query(sql).finally(() => connection.end());
}

export const database = (url: string): string => new URL(url).pathname.slice(1);

/** A role of its own, which is removed at the end. */
export async function urlOfRole({ url, run: as }: Place, attributes: string): Promise<string> {
  const role = `doctor_${randomBytes(4).toString('hex')}`;
  await as(`create role ${role} login ${attributes} password 'x'; grant all on schema public to ${role};
grant select on all tables in schema public to ${role}`);
  closing.push(() => run(superuserUrl(url), `drop owned by ${role} cascade; drop role ${role}`));
  return Object.assign(new URL(url), { username: role, password: 'x' }).href;
}

/** What PostgreSQL says about itself, as a server would say it that is otherwise: objects of a schema that is looked at first. */
export async function otherwise({ url, run: as }: Place, definition: string): Promise<void> {
  await as(`create schema otherwise; grant usage on schema otherwise to public;
${definition}; grant select on all tables in schema otherwise to public;
alter database ${database(url)} set search_path to public, otherwise, pg_catalog`);
}

/** `port`: any by default. */
export async function takenPort(port = 0): Promise<string> {
  const taker = createServer().listen(port, '0.0.0.0');
  await once(taker, 'listening');
  closing.push(() => taker.close());
  return String((taker.address() as AddressInfo).port);
}
