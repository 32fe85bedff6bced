/** What a list of people can be filtered by, with labels: the filters of the API, and the custom attributes. */
import { filtersOf } from '@muster/contract/kit/list.ts';
import type { Filter, Resource } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { taxonomyLabels } from '@muster/contract/resources/taxonomy-labels.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { useMemo } from 'react';
import { useFormats } from '../../../texts/formats.ts';
import { useLabels } from '../../../texts/labels.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { peopleTexts } from '../../../texts/people.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useExtensions } from './attribute-columns.tsx';
import { type AttributePart, attributePartsOf } from './attribute-parts.ts';

export interface FilterMember {
  /** The parameter of the API. */
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'choice' | 'reference' | 'number' | 'boolean' | 'date' | 'moment';
  readonly values?: readonly string[];
  readonly resource?: Resource;
  /** Which rows of the resource are offered. */
  readonly among?: Readonly<Record<string, string>>;
  readonly isNullable: boolean;
  readonly forms: Filter['forms'];
}

const parts: Readonly<Record<string, Resource>> = {
  applicableEmployment: employments,
  applicableJobPosition: jobPositions,
};

export function useFilterMembers(): readonly FilterMember[] {
  const { fieldLabel } = useLabels();
  const t = useTexts(peopleTexts);
  const { locale } = useLanguage();
  const { compare } = useFormats();
  const extensions = useExtensions();
  return useMemo(() => {
    const own = Object.entries(filtersOf(employees))
      .filter(([name]) => name !== 'id')
      .map(([name, filter]) => memberOf(name, filter, (path) => labelOf(path, fieldLabel, t.employment, t.position)));
    const custom = extensions.flatMap((one) => attributePartsOf(one, locale)).map(ofAttribute);
    return [...own, ...custom].sort((one, other) => compare(one.label, other.label));
  }, [fieldLabel, t, locale, compare, extensions]);
}

/** `applicableJobPosition.jobQualification.remoteId` → Qualification: Id in another system. */
function labelOf(path: string, fieldLabel: (name: string) => string, employment: string, position: string): string {
  const [group = '', ...rest] = path.replace(/\.id$/, '').split('.');
  if (rest.length === 0) return fieldLabel(group);
  const label = rest.map(fieldLabel).join(': ');
  if (rest.length > 1 || rest[0] !== 'remoteId') return label;
  return `${label} (${group === 'applicableEmployment' ? employment : position})`;
}

function memberOf(name: string, filter: Filter, labelOf: (path: string) => string): FilterMember {
  const { isNullable, forms, values } = filter;
  const [group = '', member = ''] = name.split('.');
  const target = name.endsWith('.id') ? parts[group]?.fields[member]?.target : undefined;
  const resource = target === undefined ? undefined : resourceOf(target);
  const shared = { name, label: labelOf(name), isNullable, forms };
  if (resource) return { ...shared, kind: 'reference', resource };
  if (values) return { ...shared, kind: 'choice', values };
  return { ...shared, kind: kinds[filter.kind] ?? 'text' };
}

const kinds: Readonly<Partial<Record<Filter['kind'], FilterMember['kind']>>> = {
  date: 'date',
  instant: 'moment',
  boolean: 'boolean',
  integer: 'number',
  decimal: 'number',
};

function ofAttribute({ name, label, kind, target, taxonomyId }: AttributePart): FilterMember {
  const forms: Filter['forms'] = kind === 'number' || kind === 'date' ? ['equal', 'range'] : ['equal'];
  const resource = target === undefined ? undefined : resourceOf(target);
  const among = resource?.type === taxonomyLabels.type && taxonomyId !== undefined && { 'taxonomy.id': taxonomyId };
  if (kind === 'reference' && !resource?.operations.includes('list')) {
    return { name, label, kind: 'text', isNullable: true, forms };
  }
  return { name, label, kind, isNullable: true, forms, ...(resource && { resource }), ...(among && { among }) };
}
