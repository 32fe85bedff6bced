/** Examples of the administration area. */
import type { Administration } from './administration.ts';
import type { Example } from './example.ts';
import { privacyExamplesAt } from './examples-privacy.ts';
import { savedViewsExample } from './examples-views.ts';

type AdministrationExamples = { readonly [K in keyof Administration]: Example<Administration[K]> };

const moments = { createdAt: '2026-05-12T08:34:22.118000Z', lastUpdatedAt: '2026-05-14T15:02:07.340000Z' };
const secretMoments = { secretCreatedAt: moments.createdAt, previousSecretExpiresAt: null, lastUsedAt: null };

const placeAt = (baseUrl: string) =>
  ({ id: '12', type: 'business-establishment', url: `${baseUrl}/svc-api/business-establishments/12` }) as const;

const people = (
  baseUrl: string,
): Pick<AdministrationExamples, 'administrators' | 'administratorInvitations' | 'identityProviders'> => ({
  administrators: {
    read: {
      id: '7',
      email: 'camille@example.com',
      name: 'Camille Durand',
      role: 'administrator',
      businessEstablishments: null,
      employeeRecord: null,
      isOperator: false,
      isDisabled: false,
      hasSecondFactor: true,
      lastSignedInAt: '2026-06-02T07:58:40.000000Z',
      ...moments,
    },
    update: { role: 'auditor' },
  },
  administratorInvitations: {
    read: {
      id: '3',
      email: 'sam@example.com',
      role: 'hr',
      businessEstablishments: [placeAt(baseUrl)],
      employeeRecord: null,
      invitedBy: 'camille@example.com',
      language: 'fr',
      mail: 'sent',
      expiresAt: '2026-05-19T08:34:22.118000Z',
      ...moments,
    },
    create: { email: 'sam@example.com', role: 'hr', businessEstablishments: [{ id: '12' }] },
    update: { mail: 'waiting' },
  },
  identityProviders: {
    read: {
      id: '1',
      name: 'Acme',
      issuer: 'https://login.example.com',
      clientId: 'muster',
      isRequired: false,
      areAddressesTrusted: false,
      ...moments,
    },
    create: { name: 'Acme', issuer: 'https://login.example.com', clientId: 'muster', clientSecret: '<SECRET>' },
    update: { isRequired: true },
  },
});

const applications = (
  baseUrl: string,
): Pick<AdministrationExamples, 'clientApplications' | 'clientApplicationSecrets'> => {
  const alike = {
    name: 'Payroll',
    technicalContact: 'payroll@example.com',
    scopes: ['employees.readonly', 'events.readonly'],
  };
  return {
    clientApplications: {
      read: {
        id: '21',
        ...alike,
        businessEstablishments: [placeAt(baseUrl)],
        isDisabled: false,
        clientId: 'app-7f21c09ad5e84b1c93a6e2d0',
        ...secretMoments,
        ...moments,
      },
      create: { ...alike, businessEstablishments: [{ id: '12' }] },
      update: { scopes: ['employees.readonly'], isDisabled: true },
    },
    clientApplicationSecrets: {
      read: { id: '34', hint: 'k2Qw', expiresAt: null, createdAt: moments.createdAt },
      create: { overlapHours: 48 },
    },
  };
};

const keys = (baseUrl: string): Pick<AdministrationExamples, 'apiKeys' | 'apiKeySecrets' | 'apiKeyUses'> => {
  const alike = { name: 'Planning board', technicalContact: 'it@example.com', readsLeaves: true, readsUsers: true };
  return {
    apiKeys: {
      read: {
        id: '5',
        ...alike,
        roleName: 'Planning board',
        leavesBusinessEstablishments: [placeAt(baseUrl)],
        usersBusinessEstablishments: null,
        seesPersonalData: false,
        seesFormer: true,
        seesFuture: false,
        ...secretMoments,
        ...moments,
      },
      create: { ...alike, leavesBusinessEstablishments: [{ id: '12' }], seesFormer: true },
      update: { seesFuture: true },
    },
    apiKeySecrets: {
      read: { id: '9', hint: '1a4f', expiresAt: null, createdAt: moments.createdAt },
      create: { overlapHours: 0 },
    },
    apiKeyUses: {
      read: {
        id: '2',
        path: '/api/v3/leaves',
        requests: 1841,
        firstAt: moments.createdAt,
        lastAt: moments.lastUpdatedAt,
      },
    },
  };
};

const settings = (baseUrl: string): AdministrationExamples['accountSettings'] => ({
  read: {
    id: 'current',
    timezoneId: 'Europe/Paris',
    language: 'fr-FR',
    isSecondFactorRequired: true,
    requestsPerMinute: null,
    eventDays: 90,
    auditDays: null,
    readLogDays: null,
    requestLogDays: null,
    unreferencedFileHours: null,
    legacyV2Until: null,
    legacyV2EndsAt: '2026-03-31T23:59:59.000Z',
    hiringTemplate: null,
    hiringBusinessEstablishment: placeAt(baseUrl),
    hiringDepartment: null,
    refusedEmailDomains: ['example.org'],
    highestRank: null,
    workingWeekdays: [1, 2, 3, 4, 5],
    workingMinutesPerDay: 420,
    publicHolidaysCalendar: null,
    movedLeavesNeedApproval: false,
    erasuresNeedApproval: true,
    webhookChallenge: false,
    webhookWaitsSeconds: null,
    webhookAttemptMs: null,
    webhookParallelAttempts: null,
    webhookWarningDays: null,
    webhookSuspensionDays: null,
  },
  update: { eventDays: 90, isSecondFactorRequired: true },
});

const installation = (baseUrl: string): Pick<AdministrationExamples, 'accounts' | 'sandboxes'> => {
  const progress = { state: 'ready', progressPercent: 100, clockOffsetMs: 0, createdAt: moments.createdAt } as const;
  const limits = { requestsPerMinute: null, eventDays: null };
  return {
    accounts: {
      read: {
        id: '4',
        name: 'acme',
        environment: 'production',
        sandbox: null,
        removalDueAt: null,
        address: baseUrl,
        origin: null,
        ...progress,
        ...limits,
      },
      create: { name: 'acme', environment: 'production' },
      update: { requestsPerMinute: 6000 },
    },
    sandboxes: {
      read: { id: '9', name: 'bkq7mrt2', address: 'https://acme-bkq7mrt2.sandbox.example.com', ...progress },
      create: {},
      update: { clock: '2027-01-01T00:00:00Z' },
    },
  };
};

const traceId = '5c1f0a9be4d24b7f8e6a30d2c97b1184';

const insight: Pick<
  AdministrationExamples,
  'auditEntries' | 'historyEntries' | 'readEntries' | 'loggedRequests' | 'overviews'
> = {
  auditEntries: {
    read: {
      id: '812',
      action: 'client-application.updated',
      actorKind: 'person',
      actorId: '7',
      actorName: 'camille@example.com',
      address: '192.0.2.17',
      subjectType: 'client-application',
      subjectId: '21',
      before: { isDisabled: false },
      after: { isDisabled: true },
      traceId,
      createdAt: moments.createdAt,
    },
  },
  historyEntries: {
    read: {
      id: '00001747038862118000-0000000000000000368',
      recordedAt: moments.createdAt,
      author: { type: 'client-application', id: 'app-7f21c09ad5e84b1c93a6e2d0', name: 'Payroll' },
      action: 'occupation-category.updated',
      subjectType: 'occupation-category',
      subjectId: '9',
      employee: null,
      changedAttributes: ['name'],
      address: null,
      traceId: null,
      data: { id: '9', type: 'occupation-category', name: 'Executives' },
      previousData: { id: '9', type: 'occupation-category', name: 'Managers' },
    },
  },
  readEntries: {
    read: {
      id: '5120',
      occurredAt: moments.createdAt,
      reader: { type: 'client-application', id: 'app-7f21c09ad5e84b1c93a6e2d0', name: 'Payroll' },
      employees: [{ id: '4711' }],
      families: ['employee-personal-records'],
      members: { 'employee-personal-records': ['birthDate', 'bankAccount'] },
      operation: 'GET /svc-api/employee-personal-records/{id}',
      purpose: 'payroll of May',
      traceId,
    },
  },
  loggedRequests: {
    read: {
      id: '90233',
      occurredAt: moments.createdAt,
      method: 'GET',
      path: '/svc-api/employees',
      parameters: ['status', 'limit'],
      status: 200,
      durationMs: 4,
      clientApplication: { id: '21', name: 'Payroll' },
      administrator: null,
      apiKey: null,
      traceId,
      refusal: null,
    },
  },
  overviews: {
    read: {
      id: 'current',
      people: { active: 180, upcoming: 4, deactivated: 31 },
      establishments: [{ id: '12', name: 'Lyon Part-Dieu', active: 180 }],
      months: [{ month: '2026-05', hires: 3, leavers: 1 }],
      troubledEndpoints: [],
      waitingDeliveries: 0,
      expiringSecrets: [],
      deprecatedUses: [],
    },
  },
};

export const administrationExamplesAt = (baseUrl: string): AdministrationExamples => ({
  ...people(baseUrl),
  ...applications(baseUrl),
  ...keys(baseUrl),
  accountSettings: settings(baseUrl),
  savedViews: savedViewsExample,
  ...insight,
  ...privacyExamplesAt(baseUrl),
  ...installation(baseUrl),
});
