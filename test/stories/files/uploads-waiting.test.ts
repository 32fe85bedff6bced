/** More uploads than allowed at once: the others wait, and an aborted one leaves nothing. */
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diskStorage } from '../../../server/files/disk-storage.ts';
import { newcomer } from '../../support/examples.ts';
import { filesIn, somePdf, upload } from '../../support/files/files.ts';
import { apiHeaders, type TestClient, type TestService, testService } from '../../support/service.ts';

let folder: string;
let service: TestService;
let client: TestClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-narrow-'));
  service = await testService({ storage: { ...diskStorage(folder), writesAtOnceMax: 1 } });
  ({ client } = await newcomer(service));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const head = `--b\r\nContent-Disposition: form-data; name="form"; filename="slow.pdf"\r\n\r\n`;

/** An upload whose body is not complete yet. */
function begun() {
  const sent = request(`${service.url}/svc-api/files`, {
    method: 'POST',
    headers: { ...apiHeaders(client.token), 'content-type': 'multipart/form-data; boundary=b' },
    agent: false,
  });
  const answered = new Promise<number>((resolve) => {
    sent.on('response', (answer) => resolve(answer.resume().statusCode ?? 0)).on('error', () => resolve(0));
  });
  sent.write(head);
  sent.write(somePdf);
  return { answered, finish: () => sent.end('\r\n--b--\r\n'), hangUp: () => sent.destroy() };
}

test('the next upload starts when one ends or disconnects, and disconnected ones take no place', async () => {
  const slow = begun();
  await pause(100);
  const leaving = Array.from({ length: 5 }, begun);
  await pause(100);
  const waiting = upload(client);
  for (const one of leaving) one.hangUp();
  const isLetIn = await Promise.race([waiting.then(() => true), pause(300).then(() => false)]);
  expect(isLetIn).toBe(false);
  slow.finish();
  expect([await slow.answered, (await waiting).status]).toEqual([201, 201]);
  const vanished = begun();
  await pause(50);
  vanished.hangUp();
  expect((await upload(client)).status).toBe(201);
  expect((await filesIn(folder)).length).toBe(3);
});
