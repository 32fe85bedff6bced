/** The same service on two databases, or on one by two ways: the same requests to both, in the same rounds. */
import type { ChildProcess } from 'node:child_process';
import { findFreePort } from '../server/platform/database/embedded/free-port.ts';
import { measure, type Result } from './measure.ts';
import type { Options } from './options.ts';
import { published, started, startedService } from './processes.ts';
import { scenarios } from './scenarios.ts';
import type { Seeded } from './seed.ts';

/** How a service reaches a database, and the accounts that it has there. */
export interface Way {
  readonly databaseUrl: string;
  readonly superuserUrl: string;
  readonly replicaUrls?: readonly string[];
  readonly masterKey: Buffer;
  /** Absent: the service is started as in other measurements, without its settings. */
  readonly processes?: number;
  /** One to read, and one to write. */
  readonly accounts: readonly [Seeded, Seeded];
}

/** The first way takes the place of the service, the second one that of the floor. */
export async function measureAlternately(way: Way, direct: Way, options: Options): Promise<Result[]> {
  const ports = { service: await findFreePort(), floor: await findFreePort() };
  const children: ChildProcess[] = [];
  const serve = async ({ databaseUrl, replicaUrls, masterKey: key, processes }: Way, port: number) => {
    const settings = { databaseUrl, port, masterKey: key.toString('hex') };
    const starting =
      processes === undefined
        ? started('./service-process.ts', { ...settings, replicaUrls })
        : startedService({ ...settings, processes });
    children.push(await starting);
  };
  try {
    await serve(way, ports.service);
    await serve(direct, ports.floor);
    // With their own tokens: a token is valid only at the address that issued it.
    const others = await scenariosOf(direct, { service: ports.floor, floor: ports.service });
    const asked = (await scenariosOf(way, ports)).flatMap((scenario, index) => {
      const { service: floor } = others[index] ?? {};
      return floor ? [{ ...scenario, floor }] : [];
    });
    return await measure(asked, ports, options, async () => {
      for (const { superuserUrl } of [way, direct]) await published(superuserUrl)();
    });
  } finally {
    for (const child of children) child.kill();
  }
}

const scenariosOf = ({ accounts: [read, written] }: Way, ports: Parameters<typeof scenarios>[2]) =>
  scenarios([read], [written], ports);
