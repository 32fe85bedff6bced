/** Imports for `examples.ts`: a small file that has been imported. */

import type { Row } from '../example-row.ts';
import { unique } from '../example-values.ts';
import type { TestClient } from '../service.ts';
import { ended, importsPath } from './imports.ts';

/** A form with one department. */
export function exampleImportForm(): FormData {
  const form = new FormData();
  form.set('collection', 'departments');
  form.set('file', new Blob([`name,remoteId\nImported ${unique()},\n,Nameless\n`]), 'departments.csv');
  return form;
}

let made = 0;

/** Every second one is a dry run; all have ended, so that they do not change while a test looks at them. */
export const importExample = async (client: TestClient): Promise<Row> => ended(client, await sentExample(client));

/** More may not wait at once. */
const sentAtOnce = 50;

/** One import of an account runs at a time, so these are sent first and then waited for. */
export async function importExamples(client: TestClient, count: number): Promise<void> {
  for (let done = 0; done < count; done += sentAtOnce) {
    const sent: Row[] = [];
    while (sent.length < Math.min(sentAtOnce, count - done)) sent.push(await sentExample(client));
    for (const row of sent) await ended(client, row);
  }
}

async function sentExample(client: TestClient): Promise<Row> {
  made += 1;
  const query = `dryRun=${made % 2 === 0}`;
  const reply = await client.call('POST', `${importsPath}?${query}`, { body: exampleImportForm() });
  if (reply.status !== 201) throw new Error(`No import was made: ${reply.text}`);
  return reply.body;
}
