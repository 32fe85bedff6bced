/** The import wizard: a file, its columns, a check with the errors in the rows, the import, its result and its undo. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { type ImportedCollection, importedCollections } from '@muster/contract/resources/imports.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { SearchParams } from '../../search-params.ts';
import { useFormats } from '../../texts/formats.ts';
import { importTexts } from '../../texts/imports.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/states.tsx';
import { CheckPanel } from './check-panel.tsx';
import { EarlierImports } from './earlier-imports.tsx';
import { FileStep } from './file-step.tsx';
import { MatchStep } from './match-step.tsx';
import { ResultPanel } from './result-panel.tsx';
import { RowGrid } from './row-grid.tsx';
import { useImport } from './use-import.ts';

export function ImportPage() {
  const t = useTexts(importTexts);
  const words: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const collection = importedCollections.find((one) => one === words.collection) ?? 'employees';
  return (
    <Page title={t.title} about={t.about}>
      <Wizard
        key={collection}
        collection={collection}
        runId={words.run ?? null}
        onRun={(run) => navigate({ to: '.', search: { collection, ...(run !== null && { run }) }, replace: true })}
        onCollection={(chosen) => navigate({ to: '.', search: { collection: chosen }, replace: true })}
      />
    </Page>
  );
}

interface WizardProps {
  readonly collection: ImportedCollection;
  readonly onCollection: (collection: ImportedCollection) => void;
  /** The import that is shown, from the address. */
  readonly runId: string | null;
  readonly onRun: (id: string | null) => Promise<void>;
}

function Wizard({ collection, onCollection, runId, onRun }: WizardProps) {
  const t = useTexts(importTexts);
  const { number } = useFormats();
  const importing = useImport(collection, runId, onRun);
  const { sheet, matching, step, run, written } = importing;
  if (step === 'done' && run) {
    return <ResultPanel collection={collection} run={run} written={written} onAnother={importing.reset} />;
  }
  if (!sheet && step === 'running') return <CheckPanel collection={collection} importing={importing} />;
  if (!sheet) {
    return (
      <Stack gap="md">
        {importing.error !== null && <ProblemNotice error={importing.error} />}
        <FileStep collection={collection} onCollection={onCollection} onSheet={importing.take} />
        <EarlierImports />
      </Stack>
    );
  }
  const isBusy = step === 'checking' || step === 'running';
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {t.file(sheet.fileName, number(sheet.rows.length), sheet.rows.length === 1)}
        </Text>
        <Button variant="default" size="compact-sm" disabled={isBusy} onClick={importing.reset}>
          {t.other}
        </Button>
      </Group>
      <MatchStep collection={collection} sheet={sheet} matching={matching} onMatch={importing.match} />
      <CheckPanel collection={collection} importing={importing} />
      <RowGrid sheet={sheet} matching={matching} faults={importing.faults} isLocked={isBusy} onEdit={importing.edit} />
    </Stack>
  );
}
