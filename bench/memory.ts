/** What a process keeps in memory while 10,000 people are read, listed, searched and hired on 32 connections. */
import { once } from 'node:events';
import { findFreePort } from '../server/platform/database/embedded/free-port.ts';
import { withInstallation } from './installation.ts';
import { load } from './load.ts';
import type { Scenario } from './measure.ts';
import { peopleScenarios } from './people-scenarios.ts';
import { seedPeople } from './people-seed.ts';
import { useOf } from './process-use.ts';
import { startedService } from './processes.ts';

export interface Memory {
  readonly startMegabytes: number;
  readonly middleMegabytes: number;
  readonly peakMegabytes: number;
}

const people = 10_000;
const connections = 32;
const turns = 3;
const turnMs = 2000;
const sampleMs = 250;

/** The service is what `npm start` starts. The floor answers the scenarios that it has. */
export const memoryUnderLoad = (): Promise<Record<'service' | 'floor', Memory>> =>
  withInstallation(async ({ url, superuserUrl, masterKey, start }) => {
    const accounts = await seedPeople({ url, superuserUrl }, masterKey, [people]);
    const ports = { service: await findFreePort(), floor: await findFreePort() };
    const key = masterKey.toString('hex');
    const service = await startedService({ databaseUrl: url, masterKey: key, port: ports.service, processes: 1 });
    try {
      const floor = await start('./floor-process.ts', { databaseUrl: superuserUrl, port: ports.floor });
      const scenarios = await peopleScenarios(accounts, ports);
      return {
        service: await measured(service.pid ?? 0, ports.service, scenarios, (scenario) => scenario.service),
        floor: await measured(floor.pid ?? 0, ports.floor, scenarios, (scenario) => scenario.floor),
      };
    } finally {
      const exit = once(service, 'exit');
      service.kill();
      await exit;
    }
  });

async function measured(
  pid: number,
  port: number,
  scenarios: readonly Scenario[],
  requestOf: (scenario: Scenario) => Scenario['floor'],
): Promise<Memory> {
  const { residentMegabytes: startMegabytes } = useOf(pid);
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(useOf(pid).residentMegabytes), sampleMs);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const scenario of scenarios) {
      const request = requestOf(scenario);
      const { expectedStatus } = scenario;
      if (request) await load({ port, connections, durationMs: turnMs, request, expectedStatus });
    }
  }
  clearInterval(timer);
  samples.sort((a, b) => a - b);
  return {
    startMegabytes,
    middleMegabytes: samples[Math.floor(samples.length / 2)] ?? Number.NaN,
    peakMegabytes: samples.at(-1) ?? Number.NaN,
  };
}

if (import.meta.main) console.log(await memoryUnderLoad());
