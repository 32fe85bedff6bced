/** Examples of attribute values and files: see `examples.ts`. */
import { type Examples, moments, referenceTo } from './example.ts';

const fileId = '0196c3f2-5a10-7c4e-9b1d-2f6a3e8d4c71';
const portraitId = '0196c3f2-77b3-7a02-8e55-91d0c6b7fa19';

const attribute = (baseUrl: string): Examples['employeeAttributes'] => {
  const applicability = { start: '2025-04-11', end: '2027-04-10' };
  return {
    read: {
      id: '77000',
      definition: referenceTo(
        baseUrl,
        'employee-attribute-definition',
        'employee-attribute-definitions',
        'e_safety_training',
      ),
      employee: referenceTo(baseUrl, 'employee', 'employees', '1042'),
      employment: null,
      jobPosition: null,
      applicability,
      value: { course: referenceTo(baseUrl, 'taxonomy-label', 'taxonomy-labels', '205'), passedOn: '2025-04-11' },
      ...moments,
    },
    create: {
      definition: { id: 'e_safety_training' },
      employee: { id: '1042' },
      applicability,
      value: { course: { id: '205' }, passedOn: '2025-04-11' },
    },
    update: { value: { passedOn: '2025-04-12' } },
  };
};

export const attributeExamples = (baseUrl: string): Pick<Examples, 'employeeAttributes' | 'files' | 'portraits'> => ({
  employeeAttributes: attribute(baseUrl),
  files: {
    read: { id: fileId, fileName: 'contract-2025.pdf', contentType: 'application/pdf', createdAt: moments.createdAt },
  },
  portraits: {
    read: {
      id: portraitId,
      employee: referenceTo(baseUrl, 'employee', 'employees', '1042'),
      fileName: 'lindqvist.jpg',
      contentType: 'image/jpeg',
      createdAt: moments.createdAt,
    },
  },
});
