/** The worked example of the contract is the vector; `standardwebhooks` judges the signatures that are made here. */
import { createHash, createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { isAbout, verifyWebhook, type WebhookDelivery } from './webhooks.ts';

const older = 'whsec_kLzxbkVkZLsFjH1xg89lv1LfL032GPpMmJMx9uGMJus=';
const newer = 'whsec_W5J9bs6Qx0nBcXrBay8dbUpwgazk8zGxeprIJfMMNqo=';
const body =
  '{"id":"90412","type":"event","url":"https://acme.example.com/svc-api/events/90412","apiVersion":"2024-11-01","topic":"department.updated","occurredAt":"2025-05-12T08:34:22.1180000Z","source":"https://acme.example.com","data":{"id":"12","type":"department","url":"https://acme.example.com/svc-api/departments/12","name":"Finance"},"businessEstablishment":null,"previousAttributes":{"name":"Accounting"}}';
const own = {
  'Svc-Timestamp': '2025-05-12T08:34:23Z',
  'Svc-Signature': 'lGr6UwU6d7AYQ3je5MhrNJUKttthtAk1i86dWTc4aTM=',
};
const standard = {
  'webhook-id': 'evt_acme_90412',
  'webhook-timestamp': '1747038863',
  'webhook-signature': 'v1,pSBY859S5zV6HWrIu/DPDSh3yGYLm31Kdp1gRB9tqI4=',
};
const rotated = {
  ...own,
  ...standard,
  'webhook-signature':
    'v1,65u093LoVguP5NncP+mQ4AuvpIwiLSkZxSAaFwQLTgk= v1,pSBY859S5zV6HWrIu/DPDSh3yGYLm31Kdp1gRB9tqI4=',
};
const now = new Date('2025-05-12T08:34:25Z');

const verify = (changed: Partial<WebhookDelivery> = {}) =>
  verifyWebhook({ headers: { ...own, ...standard }, body, secrets: older, now, ...changed });
const reason = (changed: Partial<WebhookDelivery>) =>
  verify(changed).then(
    () => null,
    ({ reason }) => reason,
  );

test('the example is the one that was agreed on', () => {
  expect(createHash('sha256').update(body).digest('hex')).toBe(
    '4f0e587f4dbb8c035d95b607b08b08836b1048a6ee63586fcfc03867d4d001e7',
  );
});

describe('a delivery is accepted', () => {
  test.each<[string, Partial<WebhookDelivery>]>([
    ['by both signatures', {}],
    ['by its own signature alone', { headers: own }],
    ['by the standard signature alone', { headers: standard }],
    ['with headers of fetch', { headers: new Headers(standard) }],
    [
      'with headers in lists',
      { headers: { 'svc-timestamp': [own['Svc-Timestamp']], 'svc-signature': [own['Svc-Signature']] } },
    ],
    ['from its bytes', { body: Buffer.from(body) }],
    ['by one of several secrets', { secrets: [newer, older] }],
    ['during a rotation by the older secret', { headers: rotated }],
    ['during a rotation by the newer secret', { headers: rotated, secrets: newer }],
    [
      'after it by the newer one',
      { headers: { ...own, 'Svc-Signature': 'pCJq4cRYsZV0JRDyDAp9mTH8ER7J3Sx0zG4WkpfXDyw=' }, secrets: newer },
    ],
    [
      'where one signature is another’s and the other right',
      { headers: { ...own, ...standard, 'webhook-signature': 'v1,AAAA' } },
    ],
    ['300 seconds late', { now: new Date('2025-05-12T08:39:23Z') }],
    ['later when that is wanted', { now: new Date('2025-05-12T09:34:23Z'), toleranceSeconds: 4000 }],
  ])('%s', async (_, changed) => {
    expect(await verify(changed)).toEqual(JSON.parse(body));
  });

  test('when the judge has signed it', async () => {
    const signature = new Webhook(older).sign('evt_acme_1', now, body);
    const headers = {
      'webhook-id': 'evt_acme_1',
      'webhook-timestamp': String(now.getTime() / 1000),
      'webhook-signature': signature,
    };
    expect((await verify({ headers })).id).toBe('90412');
  });
});

describe('a delivery is refused', () => {
  test.each<[string, Partial<WebhookDelivery>]>([
    ['headers-missing', { headers: {} }],
    ['headers-missing', { headers: { 'Svc-Signature': own['Svc-Signature'] } }],
    ['headers-missing', { headers: { ...standard, 'webhook-id': undefined } }],
    ['timestamp-invalid', { headers: { ...own, 'Svc-Timestamp': 'yesterday' } }],
    ['timestamp-invalid', { headers: { ...standard, 'webhook-timestamp': '17470388630000000' } }],
    ['timestamp-too-old', { now: new Date('2025-05-12T08:39:24Z') }],
    ['timestamp-too-new', { now: new Date('2025-05-12T08:29:22Z') }],
    ['signature-wrong', { secrets: newer }],
    ['signature-wrong', { body: body.replace('Finance', 'Finances') }],
    ['signature-wrong', { body: JSON.stringify(JSON.parse(body), null, 1) }],
    ['signature-wrong', { headers: { ...standard, 'webhook-id': 'evt_acme_90413' } }],
    ['signature-wrong', { headers: { ...own, 'Svc-Timestamp': '2025-05-12T08:34:24Z' } }],
    ['signature-wrong', { headers: { ...own, 'Svc-Signature': '%' } }],
    [
      'signature-wrong',
      { headers: { ...standard, 'webhook-signature': standard['webhook-signature'].slice('v1,'.length) } },
    ],
  ])('for %s', async (expected, changed) => {
    expect(await reason(changed)).toBe(expected);
  });

  test.each(['[]', '{"type":"event"}', 'nonsense', '\xff'])('when what is signed is no event: %s', async (text) => {
    const bytes = Buffer.from(text, 'latin1');
    const signature = createHmac('sha256', older).update(`${own['Svc-Timestamp']}.`).update(bytes).digest('base64');
    expect(await reason({ headers: { ...own, 'Svc-Signature': signature }, body: bytes })).toBe('body-invalid');
  });
});

test.each([[[]], [''], [[older, '']]])('secrets %j are a mistake of the caller', async (secrets) => {
  await expect(verify({ secrets })).rejects.toThrow(TypeError);
});

test('an event is narrowed to the type that it is about', async () => {
  const event = await verify();
  expect(isAbout(event, 'employee')).toBe(false);
  expect(isAbout(event, 'department') && event.data.name).toBe('Finance');
});
