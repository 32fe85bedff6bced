/** The state of the wizard: the file, which column is which member, what the service found, and what was written. */
import { newKey } from '@muster/client/collection.ts';
import { importables } from '@muster/contract/importables.ts';
import type { ImportedCollection } from '@muster/contract/resources/imports.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from '../../form/use-form.ts';
import { useToday } from '../../session.tsx';
import { useLanguage } from '../../texts/language.tsx';
import { type DayFormat, dayFormatOf } from '../../ui/typed-day.ts';
import { cellWriterOf, type WrittenFile, writtenFile } from './cells.ts';
import type { Sheet } from './file-rows.ts';
import { type Faults, findFaults, followImport, type ImportRun, startImport, whenReachable } from './import-run.ts';
import { labelsInAllLanguages } from './labels.ts';
import { guessed, type Matching, offeredPaths } from './match.ts';
import { type WrittenRow, writtenBy } from './undo.ts';

interface Entries {
  readonly sheet: Sheet | null;
  readonly matching: Matching;
  /** Of the import of this file with these columns: kept with them, so that it is not written twice. */
  readonly key: string;
}

/** `checked`: the service has found no or some faults; a change of a cell leads back to `matched`. */
export type Step = 'file' | 'matched' | 'checking' | 'checked' | 'running' | 'done';

const noFaults: Faults = new Map();

/**
 * `runId` is in the address: an import that the service has accepted is found again after the next sign-in, and without the
 * file, which may be too large to be stored.
 */
export function useImport(
  collection: ImportedCollection,
  runId: string | null,
  onRun: (id: string | null) => Promise<void>,
) {
  const { resource } = importables[collection];
  const form = useForm<Entries>({
    name: `import ${collection}`,
    initial: { sheet: null, matching: [], key: newKey() },
    isChanged: ({ sheet }) => sheet !== null,
  });
  const { sheet, matching, key } = form.values;
  const [step, setStep] = useState<Step>(runId ? 'running' : sheet ? 'matched' : 'file');
  const [run, setRun] = useState<ImportRun | null>(null);
  const [faults, setFaults] = useState<Faults>(noFaults);
  const [written, setWritten] = useState<readonly WrittenRow[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [wasChecked, setChecked] = useState(false);
  const ending = useRef<AbortController>(null);
  const queries = useQueryClient();
  const { locale } = useLanguage();
  const today = useToday();
  const attempt = async (act: (signal: AbortSignal) => Promise<Step>) => {
    ending.current = new AbortController();
    const { signal } = ending.current;
    try {
      setStep(await act(signal));
    } catch (failure) {
      if (signal.aborted) return;
      setError(failure);
      setStep(sheet ? 'matched' : 'file');
    }
  };
  const finish = async (id: string, signal: AbortSignal): Promise<Step> => {
    const ended = await followImport(id, signal, setRun);
    form.release();
    setWritten(await whenReachable(() => writtenBy(resource, ended, signal), signal));
    await queries.invalidateQueries();
    return 'done';
  };
  const clear = () => {
    form.release();
    form.change(() => ({ sheet: null, matching: [], key: newKey() }));
    setFaults(noFaults);
    setRun(null);
    setError(null);
    setStep('file');
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: an import from before, once for each address
  useEffect(() => {
    const isShown = run !== null && run.id === runId;
    if (runId !== null && !isShown) {
      setStep('running');
      attempt((signal) => finish(runId, signal));
    }
    // The browser went back from an import to the file.
    if (runId === null && step === 'done') clear();
  }, [runId]);
  useEffect(() => () => ending.current?.abort(), []);
  const start = (isDryRun: boolean) => {
    const file = sheet && fileOf(collection, sheet, matching, dayFormatOf(locale, today));
    if (!sheet || !file) return;
    setError(null);
    setRun(null);
    setChecked(true);
    setStep(isDryRun ? 'checking' : 'running');
    attempt(async (signal) => {
      const order = { collection, file, fileName: sheet.fileName, isDryRun, key: isDryRun ? newKey() : key };
      const begun = await startImport(order, signal);
      setRun(begun);
      if (!isDryRun) {
        await onRun(begun.id);
        return finish(begun.id, signal);
      }
      const checked = await followImport(begun.id, signal, setRun);
      setFaults(await findFaults(checked, file, signal));
      return checked.status === 'done' ? 'checked' : 'matched';
    });
  };
  /** What the service has found is about the file as it was. */
  const change = (entries: Partial<Entries>) => {
    form.change((held) => ({ ...held, ...entries, key: newKey() }));
    setStep('matched');
    setRun(null);
  };
  return {
    form,
    sheet,
    matching,
    step,
    run,
    faults,
    written,
    error,
    wasChecked,
    take: (taken: Sheet) => {
      setChecked(false);
      setFaults(noFaults);
      change({ sheet: taken, matching: guessed(taken.head, offeredPaths(collection), labelsInAllLanguages) });
    },
    match: (column: number, path: string | null) => {
      setFaults(noFaults);
      // A member has one column.
      change({
        matching: matching.map((held, index) => (index === column ? path : held === path ? null : held)),
      });
    },
    edit: (place: number, column: number, cell: string) => {
      if (!sheet) return;
      setFaults((held) => new Map([...held].filter(([faulty]) => faulty !== place)));
      const edited = sheet.rows.map((row, index) => (index === place ? row.with(column, cell) : row));
      change({ sheet: { ...sheet, rows: edited } });
    },
    drop: (places: ReadonlySet<number>) => {
      if (!sheet) return;
      setFaults(noFaults);
      change({ sheet: { ...sheet, rows: sheet.rows.filter((_, index) => !places.has(index)) } });
    },
    check: () => start(true),
    execute: () => start(false),
    reset: () => {
      clear();
      onRun(null);
    },
  };
}

export type Importing = ReturnType<typeof useImport>;

/** The matched columns, in the form that the service reads; null if no column is matched. */
function fileOf(collection: ImportedCollection, sheet: Sheet, matching: Matching, days: DayFormat): WrittenFile | null {
  const columns = matching.flatMap((path, column) => (path === null ? [] : [{ path, column }]));
  if (columns.length === 0) return null;
  const { resource } = importables[collection];
  const writers = columns.map(({ path, column }) => ({ column, write: cellWriterOf(resource, path, days) }));
  const rows = sheet.rows.map((row) => writers.map(({ column, write }) => (row[column] ? write(row[column]) : '')));
  return writtenFile(
    columns.map(({ path }) => path),
    rows,
  );
}
