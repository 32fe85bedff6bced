import { createHash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signatureHeaders, signingSecret } from './signature.ts';

const older = 'whsec_kLzxbkVkZLsFjH1xg89lv1LfL032GPpMmJMx9uGMJus=';
const newer = 'whsec_W5J9bs6Qx0nBcXrBay8dbUpwgazk8zGxeprIJfMMNqo=';
const text =
  '{"id":"90412","type":"event","url":"https://acme.example.com/svc-api/events/90412","apiVersion":"2024-11-01","topic":"department.updated","occurredAt":"2025-05-12T08:34:22.1180000Z","source":"https://acme.example.com","data":{"id":"12","type":"department","url":"https://acme.example.com/svc-api/departments/12","name":"Finance"},"businessEstablishment":null,"previousAttributes":{"name":"Accounting"}}';
const signed = { id: 'evt_acme_90412', moment: new Date('2025-05-12T08:34:23.456Z'), body: Buffer.from(text) };

describe('signatureHeaders', () => {
  it('gives the published example', () => {
    expect(signed.body.length).toBe(402);
    expect(createHash('sha256').update(signed.body).digest('hex')).toBe(
      '4f0e587f4dbb8c035d95b607b08b08836b1048a6ee63586fcfc03867d4d001e7',
    );
    expect(signatureHeaders(signed, [signingSecret(older)])).toEqual({
      'webhook-id': 'evt_acme_90412',
      'webhook-timestamp': '1747038863',
      'webhook-signature': 'v1,pSBY859S5zV6HWrIu/DPDSh3yGYLm31Kdp1gRB9tqI4=',
      'svc-timestamp': '2025-05-12T08:34:23Z',
      'svc-signature': 'lGr6UwU6d7AYQ3je5MhrNJUKttthtAk1i86dWTc4aTM=',
    });
  });

  it('signs with both secrets while two live, and with the older one where there is room for one', () => {
    const headers = signatureHeaders(signed, [signingSecret(newer), signingSecret(older)]);
    expect(headers['webhook-signature']).toBe(
      'v1,65u093LoVguP5NncP+mQ4AuvpIwiLSkZxSAaFwQLTgk= v1,pSBY859S5zV6HWrIu/DPDSh3yGYLm31Kdp1gRB9tqI4=',
    );
    expect(headers['svc-signature']).toBe('lGr6UwU6d7AYQ3je5MhrNJUKttthtAk1i86dWTc4aTM=');
    expect(signatureHeaders(signed, [signingSecret(newer)])['svc-signature']).toBe(
      'pCJq4cRYsZV0JRDyDAp9mTH8ER7J3Sx0zG4WkpfXDyw=',
    );
  });

  it('is verified by the library of the standard, by either secret', () => {
    const now = { ...signed, moment: new Date() };
    const headers = signatureHeaders(now, [signingSecret(newer), signingSecret(older)]);
    for (const secret of [older, newer]) {
      expect(new Webhook(secret).verify(text, headers)).toEqual(JSON.parse(text));
    }
    expect(() => new Webhook(older).verify(`${text} `, headers)).toThrow();
  });
});
