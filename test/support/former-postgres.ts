/** A data folder as a release would have made it that brought an earlier PostgreSQL: with the programs of Debian. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cluster, readPasswords } from '../../server/platform/database/embedded/cluster.ts';
import { chooseUser } from '../../server/platform/database/embedded/system-user.ts';

const installed = '/usr/lib/postgresql';
/** undefined: none is installed. */
export const formerVersion = existsSync(installed)
  ? readdirSync(installed).find(
      (name) => Number(name) >= 15 && Number(name) < 18 && existsSync(`${installed}/${name}/bin/postgres`),
    )
  : undefined;
export const formerPrograms = `${installed}/${formerVersion}/bin`;

/** `dataDir` is empty. */
export async function formerCluster(dataDir: string): Promise<Cluster> {
  const folder = join(dataDir, 'postgres');
  const draw = () => randomBytes(24).toString('base64url');
  const passwords = { superuser: draw(), application: draw() };
  await writeFile(join(dataDir, 'postgres-passwords.json'), JSON.stringify(passwords), { mode: 0o600 });
  await mkdir(folder, 0o700);
  const user = chooseUser(join(dataDir, 'nothing'));
  const passwordFile = `${dataDir}.password`;
  await writeFile(passwordFile, passwords.superuser);
  if (user) for (const path of [folder, passwordFile]) await chown(path, user.uid, user.gid);
  const args = [`--pgdata=${folder}`, `--pwfile=${passwordFile}`, '--username=postgres', '--auth=scram-sha-256'];
  execFileSync(join(formerPrograms, 'initdb'), [...args, '--encoding=UTF8', '--locale=C', '--data-checksums'], {
    ...user,
    cwd: '/',
  });
  const programs = { initdb: join(formerPrograms, 'initdb'), postgres: join(formerPrograms, 'postgres') };
  return { folder, passwords: await readPasswords(dataDir), programs, user };
}
