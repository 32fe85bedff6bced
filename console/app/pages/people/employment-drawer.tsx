/** Corrects a recorded employment: its days and its kind, or deletes it with its positions. */
import { employments } from '@muster/contract/resources/employments.ts';
import type { FormValues } from '../../resource/resource-form.tsx';
import { useMay } from '../../session.tsx';
import { careerTexts } from '../../texts/career.ts';
import { useTexts } from '../../texts/texts.ts';
import type { Career, Employment } from './career.ts';
import { removeEmployment } from './career-changes.ts';
import { CorrectionDrawer, type Opening, type RemovalOpening } from './career-correction.tsx';
import { type DraftCareer, draftOf } from './career-preview.ts';
import { RemovalDialog } from './career-removal.tsx';

interface OfEmployment {
  readonly career: Career;
  readonly employment: Employment;
}

export type EmploymentDrawerProps = OfEmployment & Opening;

const members = ['start', 'end', 'template', 'document', 'remoteId'];

const dateIn = (value: unknown): string | null =>
  (value as { readonly date?: string } | null | undefined)?.date ?? null;

/** The career with the entered days of an employment. */
function withDays(career: Career, id: string, values: FormValues): DraftCareer {
  const { employments: all, positions } = draftOf(career);
  const changed = all.map((one) =>
    one.id === id ? { ...one, start: dateIn(values.start) ?? one.start, end: dateIn(values.end) } : one,
  );
  return { employments: changed, positions };
}

export function EmploymentDrawer({ career, employment, ...opening }: EmploymentDrawerProps) {
  const t = useTexts(careerTexts);
  const may = useMay();
  const mayDelete = career.employments.length > 1 && may(employments, 'remove');
  return (
    <CorrectionDrawer
      {...{ career, members, ...opening }}
      resource={employments}
      id={employment.id}
      before={{ ...employment, document: employment.document && { id: employment.document.id } }}
      title={t.employmentTitle}
      savedMessage={t.employmentSaved}
      entered={(values) => withDays(career, employment.id, values)}
      removal={mayDelete ? (dialog) => <EmploymentRemoval {...{ career, employment, ...dialog }} /> : null}
    />
  );
}

export function EmploymentRemoval({ career, employment, ...opening }: OfEmployment & RemovalOpening) {
  const t = useTexts(careerTexts);
  const { employments: all, positions } = draftOf(career);
  return (
    <RemovalDialog
      {...{ career, ...opening }}
      resource={employments}
      id={employment.id}
      title={t.deleteEmployment}
      about={t.deleteEmploymentAbout}
      removedMessage={t.employmentDeleted}
      after={{
        employments: all.filter(({ id }) => id !== employment.id),
        positions: positions.filter(({ employmentId }) => employmentId !== employment.id),
      }}
      remove={(etag) => removeEmployment(career, employment, etag)}
    />
  );
}
