/**
 * The documents of a person: files of employments and positions, and values of attributes that are files. Such an
 * attribute is a category, and the last day of a value is how long the document is valid.
 */

import type { Resource } from '@muster/contract/kit/resource.ts';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { useAll, useWhole } from '../../data/queries.ts';
import { methodsOf } from '../../data/service.ts';
import { creating, runAll } from '../../data/steps.ts';
import { type Definition, nameIn } from '../../resource/attribute-value.tsx';
import { useMay } from '../../session.tsx';
import { documentTexts } from '../../texts/documents.ts';
import { useFormats } from '../../texts/formats.ts';
import { useLanguage } from '../../texts/language.tsx';
import { useTexts } from '../../texts/texts.ts';
import type { Attribute, Career } from './career.ts';
import { definitionIn } from './stage.tsx';

/** The schema of a value that is a file. */
const fileSchema = 'file-reference';

export interface PersonDocument {
  /** In the address. */
  readonly word: string;
  readonly owner: { readonly resource: Resource; readonly id: string };
  readonly category: string;
  readonly about: string | null;
  /** Null: there is none yet. */
  readonly fileId: string | null;
  /** The first day; null: always. */
  readonly startsOn: string | null;
  readonly expiresOn: string | null;
  /** Of documents with a category. */
  readonly value: { readonly attribute: Attribute; readonly definition: Definition | undefined } | null;
}

interface Pointer {
  readonly id: string;
}

export function useDocuments(employeeId: string, career: Career) {
  const t = useTexts(documentTexts);
  const { day, compare } = useFormats();
  const { locale } = useLanguage();
  const found = useWhole(
    employeeAttributes,
    {
      filters: {
        'employee.id': employeeId,
        'definition.category': 'extension',
        'definition.schema.title': fileSchema,
      },
    },
    { isEnabled: useMay()(employeeAttributes, 'list') },
  );
  const contracts = career.employments.map(
    ({ id, document, start }): PersonDocument => ({
      word: `document-employment-${id}`,
      owner: { resource: employments, id },
      category: t.contract,
      about: t.employmentSince(day(start.date)),
      fileId: document?.id ?? null,
      startsOn: start.date,
      expiresOn: null,
      value: null,
    }),
  );
  const amendments = career.positions
    .filter(({ document }) => document !== null)
    .map(
      ({ id, document, startsOn, jobTitle }): PersonDocument => ({
        word: `document-position-${id}`,
        owner: { resource: jobPositions, id },
        category: t.amendment,
        about: t.positionSince(jobTitle ?? t.position, day(startsOn)),
        fileId: document?.id ?? null,
        startsOn,
        expiresOn: null,
        value: null,
      }),
    );
  const own = (found.data?.items ?? []).map((attribute): PersonDocument => {
    const definition = definitionIn(found.data?.embedded ?? {}, attribute);
    return {
      word: `document-value-${attribute.id}`,
      owner: { resource: employeeAttributes, id: attribute.id },
      category: definition ? nameIn(definition, locale) : attribute.definition.id,
      about: null,
      fileId: (attribute.value as Pointer | null)?.id ?? null,
      startsOn: attribute.applicability?.start ?? null,
      expiresOn: attribute.applicability?.end ?? null,
      value: { attribute, definition },
    };
  });
  own.sort((one, other) => compare(one.category, other.category));
  return {
    documents: [...contracts, ...amendments, ...own],
    isLoading: found.isLoading,
    error: found.error,
    reload: () => void found.refetch(),
  };
}

/** Definitions that can be a category of a new document. */
export function useCategories(isEnabled: boolean) {
  const { locale } = useLanguage();
  const { data } = useAll(
    employeeAttributeDefinitions,
    { filters: { category: 'extension', isArchived: false, 'schema.title': fileSchema } },
    { isEnabled },
  );
  return (data ?? []).map((one) => ({ value: one.id, label: nameIn(one as Definition, locale) }));
}

interface NewDocument {
  readonly employeeId: string;
  /** The id of a category, or the name of a new one. */
  readonly category: { readonly id: string } | { readonly name: string };
  readonly fileId: string;
  readonly expiresOn: string | null;
}

/** `Driving licence` → `e_driving_licence_k3x9`: an id is chosen once and never shown. */
function idFor(name: string): string {
  const words = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return `e_${words.slice(0, 100)}_${Math.random().toString(36).slice(2, 8)}`;
}

/** A new category that gets no document is taken back. */
export async function addDocument({ employeeId, category, fileId, expiresOn }: NewDocument): Promise<void> {
  const id = 'id' in category ? category.id : idFor(category.name);
  const value = {
    definition: { id },
    employee: { id: employeeId },
    value: { id: fileId },
    applicability: expiresOn === null ? null : { start: null, end: expiresOn },
  };
  if ('id' in category) {
    await methodsOf(employeeAttributes).create(value);
    return;
  }
  await runAll([
    creating(employeeAttributeDefinitions, {
      id,
      name: category.name,
      schema: { $ref: `/svc-api/schemas/${fileSchema}` },
      multipleValueHandling: { sorting: 'ascending', sortingProperty: null },
      isConfidential: true,
    }),
    creating(employeeAttributes, value),
  ]);
}
