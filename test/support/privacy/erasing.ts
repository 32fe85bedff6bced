/** Plans erasures, and waits for their end. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TestPerson } from '../people/person.ts';

/** The id of the erasure. */
export async function planned(administrator: TestPerson, employeeId: string): Promise<string> {
  const body = { employee: { id: employeeId }, reason: 'File 118' };
  const { status, body: erasure, text } = await administrator.call('POST', '/admin-api/erasures', { body });
  if (status !== 201) throw new Error(`No erasure was planned: ${text}`);
  return erasure.id;
}

/** Waits until the erasure has ended; many at once take longer. */
export async function erasedOf(administrator: TestPerson, id: string, patienceMs = 60_000) {
  const until = performance.now() + patienceMs;
  for (;;) {
    const { body } = await administrator.call('GET', `/admin-api/erasures/${id}`);
    if (body.endedAt !== null) return body;
    if (performance.now() > until) throw new Error(`The erasure has not ended: ${JSON.stringify(body)}`);
    await pause(100);
  }
}
