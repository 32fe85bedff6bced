/** Data for pages that the demo does not have: working integrations, and some with problems. */

import type { CallOptions, Reply } from '../service.ts';
import { answer, type Receiver, startReceiver } from '../webhooks/receiver.ts';

type Call = (method: string, path: string, options?: CallOptions) => Promise<Reply>;

export interface Scene {
  /** The id of the endpoint, and its receiver, which accepts some deliveries and refuses others. */
  readonly endpoint: Reply['body'];
  readonly receiver: Receiver;
}

const created = async (call: Call, path: string, body: unknown): Promise<Reply['body']> => {
  const reply = await call('POST', path, { body });
  if (reply.status !== 201) throw new Error(`POST ${path} answers ${reply.status}: ${reply.text}`);
  return reply.body;
};

const newcomers = [
  ['Nora', 'Lindqvist'],
  ['Milan', 'Novak'],
  ['Chiara', 'Rossi'],
];

/** `deliver` sends all pending deliveries. */
export async function setScene(call: Call, deliver: () => Promise<unknown>): Promise<Scene> {
  const receiver = await startReceiver();
  receiver.behave(answer(202), answer(202), answer(500, {}, 'The queue is full.'), answer(202));
  const endpoint = await created(call, '/svc-api/webhook-endpoints', {
    name: 'Payroll',
    apiVersion: '2024-11-01',
    webhookUrl: receiver.url,
    topics: ['employee.*', 'employment.*'],
  });
  const { body } = await call('GET', '/svc-api/departments?limit=1');
  const firstEmployment = { firstJobPosition: { manager: { id: body.items[0].manager.id } } };
  for (const [givenName, familyName] of newcomers) {
    await created(call, '/svc-api/employees', { givenName, familyName, firstEmployment });
  }
  await deliver();
  return { endpoint, receiver };
}
