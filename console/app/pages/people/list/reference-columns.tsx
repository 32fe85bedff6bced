/** Columns with the name of something that the position or the employment refers to, read in batches. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { jobQualifications } from '@muster/contract/resources/job-qualifications.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { occupationCategories } from '@muster/contract/resources/occupation-categories.ts';
import { workingTimeArrangements } from '@muster/contract/resources/working-time-arrangements.ts';
import { useMemo } from 'react';
import { readBatched, useBatched } from '../../../data/batched.ts';
import { useMoment } from '../../../data/moment.ts';
import type { Embedded } from '../../../data/queries.ts';
import { type AnyRow, nameOf } from '../../../resource/naming.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { peopleTexts } from '../../../texts/people.ts';
import { useTexts } from '../../../texts/texts.ts';
import type { Person } from '../career.ts';
import { employmentOf, type PersonColumn, positionOf } from './person-column.ts';

interface Reference {
  readonly resource: Resource;
  readonly idOf: (person: Person, embedded: Embedded) => string | null | undefined;
  readonly widthPx: number;
  readonly isExtra?: boolean;
}

const references = {
  department: {
    resource: departments,
    idOf: (person, embedded) => positionOf(embedded, person)?.department.id,
    widthPx: 180,
  },
  manager: {
    resource: employees,
    idOf: (person, embedded) => positionOf(embedded, person)?.manager?.id,
    widthPx: 170,
  },
  establishment: {
    resource: businessEstablishments,
    idOf: (person, embedded) => positionOf(embedded, person)?.businessEstablishment.id,
    widthPx: 160,
  },
  qualification: {
    resource: jobQualifications,
    idOf: (person, embedded) => positionOf(embedded, person)?.jobQualification?.id,
    widthPx: 180,
    isExtra: true,
  },
  category: {
    resource: occupationCategories,
    idOf: (person, embedded) => positionOf(embedded, person)?.occupationCategory?.id,
    widthPx: 180,
    isExtra: true,
  },
  workingTime: {
    resource: workingTimeArrangements,
    idOf: (person, embedded) => positionOf(embedded, person)?.workingTimeArrangement?.id,
    widthPx: 160,
    isExtra: true,
  },
  template: {
    resource: employmentTemplates,
    idOf: (person, embedded) => employmentOf(embedded, person)?.template.id,
    widthPx: 170,
    isExtra: true,
  },
  legalEntity: {
    resource: legalEntities,
    idOf: (person, embedded) => employmentOf(embedded, person)?.legalEntity.id,
    widthPx: 160,
    isExtra: true,
  },
} as const satisfies Readonly<Record<string, Reference>>;

export type ReferenceColumnId = keyof typeof references;

export function useReferenceColumns(): Readonly<Record<ReferenceColumnId, PersonColumn>> {
  const t = useTexts(peopleTexts);
  const { locale } = useLanguage();
  const moment = useMoment();
  return useMemo(() => {
    const columnOf = (id: ReferenceColumnId): PersonColumn => {
      const { resource, idOf, ...rest }: Reference = references[id];
      return {
        id,
        header: t[id],
        ...rest,
        cell: (person, embedded) => <ReferenceName resource={resource} id={idOf(person, embedded) ?? null} />,
        exported: async (person, embedded) => {
          const target = idOf(person, embedded);
          const row = target ? await readBatched(resource, target, moment) : null;
          // Every representation has an id; other members are read by name.
          return row && nameOf(row as unknown as AnyRow, locale);
        },
      };
    };
    const entries = Object.keys(references).map((id) => [id, columnOf(id as ReferenceColumnId)]);
    // One column for each entry of the table above.
    return Object.fromEntries(entries) as Record<ReferenceColumnId, PersonColumn>;
  }, [t, locale, moment]);
}

function ReferenceName({ resource, id }: { readonly resource: Resource; readonly id: string | null }) {
  const { locale } = useLanguage();
  const { data, isPending } = useBatched(resource, id);
  if (id === null) return null;
  if (!data) return isPending ? '…' : null;
  // Every representation has an id; other members are read by name.
  return nameOf(data as unknown as AnyRow, locale);
}
