/** Examples of erasures, legal holds, archives about people and retention rules. */
import type { Administration } from './administration.ts';
import type { Example } from './example.ts';

type PrivacyExamples = {
  readonly [K in 'erasures' | 'erasureDecisions' | 'legalHolds' | 'subjectExports' | 'retentionRules']: Example<
    Administration[K]
  >;
};

const moments = { createdAt: '2026-05-12T08:34:22.118000Z', lastUpdatedAt: '2026-05-14T15:02:07.340000Z' };
const camille = { type: 'administrator', id: '7', name: 'camille@example.com' } as const;
const sam = { type: 'administrator', id: '9', name: 'sam@example.com' } as const;

const archivesAndRules = (
  employee: PrivacyExamples['subjectExports']['read']['employee'],
): Pick<PrivacyExamples, 'subjectExports' | 'retentionRules'> => ({
  subjectExports: {
    read: {
      id: '6',
      employee,
      language: 'fr-FR',
      state: 'done',
      progress: { partsDone: 14, parts: 14 },
      archive: {
        fileName: 'subject-export-6.zip',
        bytes: 48_213,
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      },
      failureReason: null,
      startedAt: moments.createdAt,
      endedAt: moments.createdAt,
      expiresAt: '2026-05-19T08:34:22.118000Z',
      ...moments,
    },
    create: { employee: { id: '416' }, language: 'fr-FR' },
  },
  retentionRules: {
    read: { id: '3', family: 'leaves', countryCode: 'FRA', months: 60, isActive: true, ...moments },
    create: { family: 'leaves', countryCode: 'FRA', months: 60 },
    update: { months: 72 },
  },
});

export const privacyExamplesAt = (baseUrl: string): PrivacyExamples => {
  const employee = { id: '416', type: 'employee', url: `${baseUrl}/svc-api/employees/416` } as const;
  return {
    erasures: {
      read: {
        id: '3',
        employee,
        reason: 'Request of 4 May, file 2026-118',
        status: 'planned',
        counts: { employees: 1, employments: 1, 'job-positions': 3, leaves: 41, versions: 57, events: 12 },
        namedElsewhere: {
          references: { 'departments.manager': 1, 'job-positions.manager': 6 },
          texts: { departments: 1 },
        },
        plannedBy: camille,
        refusalReason: null,
        startedAt: null,
        endedAt: null,
        ...moments,
      },
      create: { employee: { id: '416' }, reason: 'Request of 4 May, file 2026-118' },
    },
    erasureDecisions: {
      read: {
        id: '2',
        erasure: { id: '3', type: 'erasure', url: `${baseUrl}/admin-api/erasures/3` },
        decision: 'approve',
        comment: null,
        decidedBy: sam,
        createdAt: moments.createdAt,
      },
      create: { erasure: { id: '3' }, decision: 'approve' },
    },
    legalHolds: {
      read: {
        id: '1',
        employee,
        reason: 'Case 12/2026 before the labour court',
        status: 'active',
        setBy: camille,
        liftedAt: null,
        liftedBy: null,
        ...moments,
      },
      create: { employee: { id: '416' }, reason: 'Case 12/2026 before the labour court' },
      update: { status: 'lifted' },
    },
    ...archivesAndRules(employee),
  };
};
