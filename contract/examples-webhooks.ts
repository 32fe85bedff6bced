/** Examples of webhook endpoints, their secrets, deliveries, attempts and redeliveries: see `examples.ts`. */
import { type Examples, moments, referenceTo } from './example.ts';
import { apiVersion } from './version.ts';

const deliveryId = '0196c3fe-8a41-7d09-b6c2-40f1c7a9e553';
const endpointId = '14';
const eventId = '90412';

const endpointOf = (baseUrl: string) => referenceTo(baseUrl, 'webhook-endpoint', 'webhook-endpoints', endpointId);

const endpoint = (): Examples['webhookEndpoints'] => {
  const alike = {
    name: 'Payroll bridge',
    apiVersion,
    webhookUrl: 'https://hooks.payroll.example.net/acme',
    topics: ['employee.*', 'employment.*', 'department.updated'],
    businessEstablishments: null,
    status: 'active',
  } as const;
  return {
    read: {
      id: endpointId,
      ...alike,
      topics: [...alike.topics],
      failingSince: null,
      suspendedAt: null,
      suspensionReason: null,
      ...moments,
    },
    create: { ...alike, topics: [...alike.topics] },
    update: { status: 'inactive' },
  };
};

const delivery = (baseUrl: string): Examples['webhookDeliveries'] => ({
  read: {
    id: deliveryId,
    event: referenceTo(baseUrl, 'event', 'events', eventId),
    webhookEndpoint: endpointOf(baseUrl),
    attemptsCount: 1,
    nextAttemptAt: '2025-05-12T08:34:28.300000Z',
    status: 'undelivered',
    redelivery: null,
    ...moments,
  },
  create: { webhookEndpoint: { id: endpointId } },
});

const attempt = (baseUrl: string): Examples['webhookDeliveryAttempts'] => ({
  read: {
    id: '0196c3fe-8c02-7b6f-a0d4-5e9b1f27c8d0',
    signature: 'lGr6UwU6d7AYQ3je5MhrNJUKttthtAk1i86dWTc4aTM=',
    webhookDelivery: referenceTo(baseUrl, 'webhook-delivery', 'webhook-deliveries', deliveryId),
    event: referenceTo(baseUrl, 'event', 'events', eventId),
    isSuccessful: false,
    responseStatusCode: 503,
    errorResponseBody: 'maintenance',
    failureReason: 'status',
    requestHeaders: { 'content-type': 'application/json', 'webhook-id': `evt_acme_${eventId}` },
    durationMs: 212,
    createdAt: moments.createdAt,
  },
});

const redelivery = (baseUrl: string): Examples['webhookRedeliveries'] => {
  const alike = {
    startsAt: '2025-05-10T00:00:00.000000Z',
    endsAt: '2025-05-12T00:00:00.000000Z',
    topics: null,
    onlyUndelivered: true,
  };
  return {
    read: {
      id: '6',
      webhookEndpoint: endpointOf(baseUrl),
      ...alike,
      status: 'running',
      deliveriesCount: 37,
      ...moments,
    },
    create: { webhookEndpoint: { id: endpointId }, ...alike },
  };
};

type Webhooks =
  | 'webhookEndpoints'
  | 'webhookEndpointSecrets'
  | 'webhookDeliveries'
  | 'webhookDeliveryAttempts'
  | 'webhookRedeliveries';

export const webhookExamples = (baseUrl: string): Pick<Examples, Webhooks> => ({
  webhookEndpoints: endpoint(),
  webhookEndpointSecrets: {
    read: { id: '22', hint: 'Jus=', expiresAt: null, createdAt: moments.createdAt },
    create: {},
  },
  webhookDeliveries: delivery(baseUrl),
  webhookDeliveryAttempts: attempt(baseUrl),
  webhookRedeliveries: redelivery(baseUrl),
});
