/** Runs scenarios in rounds against the service and, if the scenario has one, against the floor. */
import { load } from './load.ts';
import type { Options } from './options.ts';

export interface Ports {
  readonly service: number;
  readonly floor: number;
}

export interface Scenario {
  readonly name: string;
  readonly rows: number;
  readonly service: (count: number) => string;
  /** Absent if the service is compared only with itself. */
  readonly floor?: (count: number) => string;
  readonly expectedStatus: number;
}

/** The results of one scenario by round. */
export interface Result {
  readonly name: string;
  readonly rows: number;
  readonly rounds: readonly Round[];
}

export interface Round {
  readonly servicePerSecond: number;
  readonly floorPerSecond: number | null;
  readonly p99Ms: number;
}

const connections = 32;
/** Until the code of a scenario is compiled: a service runs for years. */
const warmUpMs = 1500;

/** Runs all scenarios once per round, so that compared results come from the same minute. */
export async function measure(
  all: readonly Scenario[],
  ports: Ports,
  { rounds, roundMs }: Options,
  waitUntilIdle: () => Promise<void>,
): Promise<Result[]> {
  const run = async (scenario: Scenario, side: 'service' | 'floor', durationMs: number) => {
    const request = scenario[side];
    if (!request) return null;
    await waitUntilIdle();
    return load({ port: ports[side], connections, durationMs, request, expectedStatus: scenario.expectedStatus });
  };
  for (const scenario of all) {
    await run(scenario, 'service', warmUpMs);
    await run(scenario, 'floor', warmUpMs);
  }
  const measured = new Map(all.map((scenario) => [scenario, [] as Round[]]));
  for (let round = 0; round < rounds; round += 1) {
    process.stderr.write(`round ${round + 1} of ${rounds}\n`);
    const isEven = round % 2 === 0;
    for (const scenario of ordered(all, round)) {
      const first = await run(scenario, isEven ? 'service' : 'floor', roundMs);
      const second = await run(scenario, isEven ? 'floor' : 'service', roundMs);
      const [service, floor] = isEven ? [first, second] : [second, first];
      measured.get(scenario)?.push({
        servicePerSecond: service?.perSecond ?? 0,
        floorPerSecond: floor?.perSecond ?? null,
        p99Ms: service?.p99Ms ?? 0,
      });
    }
  }
  return [...measured].map(([{ name, rows }, results]) => ({ name, rows, rounds: results }));
}

/** Every round starts at another scenario, and every second round runs backwards: a drift of the machine favours none. */
function ordered(all: readonly Scenario[], round: number): Scenario[] {
  const start = (round * 4) % all.length;
  const turned = [...all.slice(start), ...all.slice(0, start)];
  return round % 2 === 0 ? turned : turned.reverse();
}
