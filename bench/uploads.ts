/**
 * 1,000 uploads of 1 MB and one of 100 MB at once, to a service in a separate process. Then every byte is read back:
 * `npm run bench -- uploads`.
 */
import { join } from 'node:path';
import { musterClient } from '@muster/client';
import { type SeededAccount, withAccounts } from './accounts.ts';
import { printCosts } from './costs.ts';
import { withInstallation } from './installation.ts';
import { uploadsAtOnce } from './upload-load.ts';

const count = 1000;
const memoryMbMost = 300;

/** People whose employments refer to the files in turn, so that they can be read back. */
async function employmentsOf(url: string, credentials: SeededAccount, count: number): Promise<string[]> {
  const muster = musterClient({ baseUrl: url, ...credentials });
  const owner = await muster.legalEntities.create({ legalName: 'Acme', countryCode: 'FRA', currencyCode: 'EUR' });
  const place = await muster.businessEstablishments.create({ name: 'Paris', legalEntity: { id: owner.id } });
  const department = await muster.departments.create({ name: 'Everybody' });
  const template = await muster.employmentTemplates.create({
    title: 'Permanent',
    term: 'permanent',
    legalEntities: [],
  });
  const hire = async () => {
    const { applicableEmployment } = await muster.employees.create({
      givenName: 'Ada',
      familyName: 'Lambert',
      firstEmployment: {
        start: { date: '2024-01-01' },
        template: { id: template.id },
        firstJobPosition: { businessEstablishment: { id: place.id }, department: { id: department.id } },
      },
    });
    return `/svc-api/employments/${applicableEmployment.id}`;
  };
  return Promise.all(Array.from({ length: count }, hire));
}

async function tokenOf(url: string, { clientId, clientSecret }: SeededAccount): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const answer = await fetch(`${url}/connect/token`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Returns whether a bar is missed. */
export const benchUploads = (): Promise<boolean> =>
  withInstallation(async ({ url: databaseUrl, superuserUrl, folder, masterKey, startNode }) => {
    const credentials = await withAccounts({ url: databaseUrl, superuserUrl }, masterKey, (_, open) => open('acme'));
    const { port, process: node } = await startNode({ filesDir: join(folder, 'files') });
    const url = `http://localhost:${port}`;
    const employments = await employmentsOf(url, credentials, 10);
    const token = await tokenOf(url, credentials);
    const load = { port, pid: node.pid as number, token, count, largeBytes: 99_990_000, employments };
    const result = await uploadsAtOnce(load);
    const memory = { unit: 'MB' };
    const seconds = { unit: 's', digits: 1, most: null };
    return printCosts('Uploads', [
      { meaning: `${count} files of 1 MB and one of 100 MB at once`, value: result.uploadSeconds, ...seconds },
      { meaning: 'their downloads, ten at a time', value: result.downloadSeconds, ...seconds },
      { meaning: 'memory before', value: result.memoryMbBefore, ...memory, most: null },
      { meaning: 'memory until all are sent: at most', value: result.memoryMbUploading, ...memory, most: memoryMbMost },
      { meaning: 'memory until all are read back: at most', value: result.memoryMbMax, ...memory, most: null },
      { meaning: 'uploads that were refused', value: result.refused.length, unit: '', most: 0 },
      { meaning: 'files that were read back with other content', value: result.differing, unit: '', most: 0 },
    ]);
  });
