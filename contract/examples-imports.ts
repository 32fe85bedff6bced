/** Examples of imports and their errors: see `examples.ts`. */
import { type Examples, moments } from './example.ts';

const endedAt = '2025-05-14T15:02:07.340000Z';

export const importExamples: Pick<Examples, 'imports' | 'importErrors'> = {
  imports: {
    read: {
      id: '31',
      collection: 'departments',
      isDryRun: false,
      fileFormat: 'csv',
      fileName: null,
      status: 'done',
      counts: { lines: 120, created: 112, updated: 5, unchanged: 1, failed: 2 },
      progress: { bytesDone: 5214, bytes: 5214 },
      failureReason: null,
      startedAt: moments.createdAt,
      endedAt,
      expiresAt: '2025-06-13T15:02:07.340000Z',
      ...moments,
    },
    update: { status: 'cancelled' },
  },
  importErrors: {
    read: {
      id: '77',
      line: 42,
      errors: { name: ['This member is required.'] },
      createdAt: moments.createdAt,
    },
  },
};
