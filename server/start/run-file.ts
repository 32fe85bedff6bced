/**
 * The run file of a data folder: which process serves it, and with which settings. Commands read it, so that they use the
 * same database and name the same addresses without being given them. It contains no secret, only the names of those that
 * a command must have as well.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError, settings } from '../settings/config.ts';
import { fileNameOf } from '../settings/secret-files.ts';

type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

export interface RunFile {
  readonly pid: number;
  /** As the settings of the environment. */
  readonly settings: Readonly<Record<string, string>>;
  /** Secret settings that the service has. */
  readonly secrets: readonly string[];
}

/** A worker may run next to a service on the same folder. */
const names = { service: 'run.json', worker: 'run-worker.json' } as const;
type Kind = keyof typeof names;

const pathIn = (dataDir: string, kind: Kind): string => join(dataDir, names[kind]);

/** `port`: the one that was opened, which may have been chosen automatically; null: this is a worker, which opens none. */
export function writeRunFile(dataDir: string, env: ProcessEnvironment, port: number | null): void {
  const given = (name: string) => Boolean(env[name]);
  const plain = settings.flatMap((one) => (one.isSecret ? [fileNameOf(one)] : [one.name]));
  const content: RunFile = {
    pid: process.pid,
    settings: {
      ...Object.fromEntries(plain.filter(given).map((name) => [name, env[name] ?? ''])),
      PORT: String(port ?? 0),
    },
    secrets: settings.filter(({ isSecret, name }) => isSecret && given(name)).map(({ name }) => name),
  };
  // Nothing else may have needed the folder: database, key and files can all be elsewhere.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(pathIn(dataDir, port === null ? 'worker' : 'service'), `${JSON.stringify(content, null, 2)}\n`, {
    mode: 0o600,
  });
}

/** Whether a process that runs on this folder has opened the port of this setting. */
export const isOwnPort = (dataDir: string, setting: string, port: number): boolean =>
  (['service', 'worker'] as const).some((kind) => readRunFile(dataDir, kind)?.settings[setting] === String(port));

/** Unless another process has written its own. */
export function removeRunFile(dataDir: string): void {
  for (const kind of ['service', 'worker'] as const) {
    if (readRunFile(dataDir, kind)?.pid === process.pid) rmSync(pathIn(dataDir, kind), { force: true });
  }
}

/** null: none runs on this folder. A killed process leaves its file. */
export function readRunFile(dataDir: string, kind: Kind = 'service'): RunFile | null {
  try {
    const found = JSON.parse(readFileSync(pathIn(dataDir, kind), 'utf8')) as RunFile;
    process.kill(found.pid, 0);
    return found;
  } catch {
    return null;
  }
}

/** The environment of a command, completed with the settings of the service that runs on its data folder. */
export function withRunningService(env: ProcessEnvironment): ProcessEnvironment {
  const running = readRunFile(resolve(env.MUSTER_DATA_DIR || 'data'));
  if (running === null) return env;
  const missing = running.secrets.filter((name) => !env[name] && !env[`${name}_FILE`]);
  if (missing.length > 0) {
    const said = `The service that runs on this data folder (process ${running.pid}) has it, and this command has not`;
    throw new ConfigError(missing.map((name) => `${name} is not set. ${said}`));
  }
  const own = Object.fromEntries(Object.entries(env).filter(([name, value]) => value && name !== 'PORT'));
  // A secret that the command has itself is not read from the file of the service.
  const settingsOfService = Object.entries(running.settings).filter(([name]) => !own[name.replace(/_FILE$/, '')]);
  return { ...Object.fromEntries(settingsOfService), ...own };
}
