/**
 * What the log of reads costs a read of one personal record: `node bench/reads.ts [rounds]`. Two services on one database,
 * of which one records nothing, are measured in turn. Exits with 1 if the other keeps less than 0.9 of its speed.
 */
import { join } from 'node:path';
import { musterClient } from '@muster/client';
import { type SeededAccount, withAccounts } from './accounts.ts';
import { withInstallation } from './installation.ts';
import { load } from './load.ts';
import { headersOf, http, inTurn } from './requests.ts';

const bar = 0.9;
const people = 100;
const roundMs = 2000;

/** The ids of personal records. */
async function recordsOf(url: string, credentials: SeededAccount): Promise<string[]> {
  const muster = musterClient({ baseUrl: url, ...credentials });
  const owner = await muster.legalEntities.create({ legalName: 'Acme', countryCode: 'FRA', currencyCode: 'EUR' });
  const place = await muster.businessEstablishments.create({ name: 'Paris', legalEntity: { id: owner.id } });
  const department = await muster.departments.create({ name: 'Everybody' });
  const template = await muster.employmentTemplates.create({
    title: 'Permanent',
    term: 'permanent',
    legalEntities: [],
  });
  const record = async () => {
    const employee = await muster.employees.create({
      givenName: 'Ada',
      familyName: 'Lambert',
      firstEmployment: {
        start: { date: '2024-01-01' },
        template: { id: template.id },
        firstJobPosition: { businessEstablishment: { id: place.id }, department: { id: department.id } },
      },
    });
    const { id } = await muster.employeePersonalRecords.create({
      employee: { id: employee.id },
      birthDate: '1991-03-06',
      email: 'ada@example.com',
    });
    return id;
  };
  return Promise.all(Array.from({ length: people }, record));
}

/** Until the code of both services is compiled. */
const warmUps = 3;
const rounds = Number(process.argv[2] ?? 12);
await withInstallation(async ({ url, superuserUrl, folder, masterKey, startNode }) => {
  const credentials = await withAccounts({ url, superuserUrl }, masterKey, (_, open) => open('acme'));
  const filesDir = join(folder, 'files');
  const recording = await startNode({ filesDir });
  const silent = await startNode({ filesDir, isSilent: true });
  const ports = { recording: recording.port, silent: silent.port };
  const ids = await recordsOf(`http://127.0.0.1:${ports.recording}`, credentials);
  const ratios: number[] = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    const perSecond = { recording: 0, silent: 0 };
    for (const name of round % 2 === 0 ? (['recording', 'silent'] as const) : (['silent', 'recording'] as const)) {
      const headers = await headersOf(credentials, { service: ports[name], floor: 0 });
      const request = inTurn(ids.map((id) => http(`GET /svc-api/employee-personal-records/${id}`, headers)));
      const result = await load({
        port: ports[name],
        connections: 32,
        durationMs: roundMs,
        request,
        expectedStatus: 200,
      });
      perSecond[name] = result.perSecond;
    }
    // The first ones warm up.
    if (round >= 0) ratios.push(perSecond.recording / perSecond.silent);
    const words = `${Math.round(perSecond.recording)} /s with the log, ${Math.round(perSecond.silent)} /s without`;
    process.stdout.write(`${round < 0 ? 'warm-up' : `round ${round + 1}`}: ${words}\n`);
  }
  const median = ratios.toSorted((one, other) => one - other)[Math.floor(ratios.length / 2)] ?? 0;
  process.stdout.write(`reads of one personal record with the log ÷ without: ${median.toFixed(2)} (at least ${bar})\n`);
  process.exitCode = median >= bar ? 0 : 1;
});
