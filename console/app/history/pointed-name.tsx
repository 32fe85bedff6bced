/** The name of a resource that a value refers to, as it is today; names of a whole list are read in few requests. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { useBatched } from '../data/batched.ts';
import { type AnyRow, nameOf } from '../resource/naming.ts';
import { useMay } from '../session.tsx';
import { useFormats } from '../texts/formats.ts';
import { historyTexts } from '../texts/history.ts';
import { useLabels } from '../texts/labels.ts';
import { useLanguage } from '../texts/language.tsx';
import { useTexts } from '../texts/texts.ts';

export interface Pointer {
  readonly id: string;
  readonly type: string;
}

export const isPointer = (value: object): value is Pointer =>
  'id' in value && 'type' in value && Object.keys(value).every((name) => ['id', 'type', 'url'].includes(name));

export function PointedName({ pointer }: { readonly pointer: Pointer }) {
  const may = useMay();
  const { kindLabel } = useLabels();
  const resource = resourceOf(pointer.type);
  if (!resource || !may(resource, 'list')) return kindLabel(pointer.type);
  return <BatchedName resource={resource} id={pointer.id} />;
}

function BatchedName({ resource, id }: { readonly resource: Resource; readonly id: string }) {
  const t = useTexts(historyTexts);
  const nameIn = useRowName();
  const { data, isPending } = useBatched(resource, id);
  if (isPending) return '…';
  // Every representation has an id; other members are read by name.
  return data ? nameIn(resource.type, data as unknown as AnyRow) : t.gone(id);
}

const dayIn = (value: unknown): string | null =>
  typeof value === 'string' ? value : ((value as { date?: string } | null | undefined)?.date ?? null);

/** Rows without a name are named by their kind and their days. */
export function useRowName(): (type: string, row: AnyRow) => string {
  const { locale } = useLanguage();
  const { day } = useFormats();
  const { kindLabel } = useLabels();
  return (type, row) => {
    if (typeof row.jobTitle === 'string' && row.jobTitle !== '') return row.jobTitle;
    const name = nameOf(row, locale);
    if (name !== row.id) return name;
    const days = [row.startsOn ?? row.start, row.endsOn ?? row.end]
      .map(dayIn)
      .flatMap((one) => (one ? [day(one)] : []));
    return [kindLabel(type), days.join(' – ')].filter(Boolean).join(' ');
  };
}
