/** Below the columns: the check, its result, and the button that imports. Says before what can be undone. */
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { importables } from '@muster/contract/importables.ts';
import type { ImportedCollection } from '@muster/contract/resources/imports.ts';
import { useFormats } from '../../texts/formats.ts';
import { importTexts } from '../../texts/imports.ts';
import { useTexts } from '../../texts/texts.ts';
import { ProblemNotice } from '../../ui/states.tsx';
import { cancelImport, type ImportRun } from './import-run.ts';
import { canRemove } from './undo.ts';
import type { Importing } from './use-import.ts';

interface CheckPanelProps {
  readonly collection: ImportedCollection;
  readonly importing: Importing;
}

export function CheckPanel({ collection, importing }: CheckPanelProps) {
  const t = useTexts(importTexts);
  const { step, run, faults, error } = importing;
  const isBusy = step === 'checking' || step === 'running';
  const hasColumns = importing.matching.some((path) => path !== null);
  return (
    <Stack gap="sm">
      {error !== null && <ProblemNotice error={error} />}
      {step === 'matched' && run?.failureReason && (
        <Alert color="red" role="alert" c="var(--mantine-color-text)">
          {t.failed(run.failureReason)}
        </Alert>
      )}
      {isBusy && <RunProgress run={run} isDryRun={step === 'checking'} />}
      {step === 'checked' && run && <CheckResult collection={collection} run={run} importing={importing} />}
      {(step === 'matched' || (step === 'checked' && faults.size > 0)) && (
        <Group gap="xs">
          <Button onClick={importing.check} disabled={!hasColumns} variant={step === 'checked' ? 'default' : 'filled'}>
            {importing.wasChecked ? t.checkAgain : t.check}
          </Button>
          {faults.size > 0 && (
            <Button variant="default" onClick={() => importing.drop(new Set(faults.keys()))}>
              {t.dropFaulty}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}

function RunProgress({ run, isDryRun }: { readonly run: ImportRun | null; readonly isDryRun: boolean }) {
  const t = useTexts(importTexts);
  const { number } = useFormats();
  const { bytesDone, bytes } = run?.progress ?? { bytesDone: 0, bytes: 1 };
  const label = isDryRun ? t.checking : t.running;
  return (
    <Stack gap={6}>
      <Text size="sm" role="status">
        {label} {run && run.counts.lines > 0 && t.progress(number(run.counts.lines))}
      </Text>
      <Progress value={(100 * bytesDone) / Math.max(bytes, 1)} animated aria-label={label} />
      {run && (
        <Group>
          <Button size="compact-sm" variant="default" onClick={() => cancelImport(run.id)}>
            {t.cancel}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

export function Counts({ run }: { readonly run: Pick<ImportRun, 'counts'> }) {
  const t = useTexts(importTexts);
  const { number, list } = useFormats();
  const names = ['created', 'updated', 'unchanged', 'failed'] as const;
  const given = names.filter((name) => run.counts[name] > 0);
  return list(given.map((name) => t.summary[name](number(run.counts[name]))));
}

interface CheckResultProps extends CheckPanelProps {
  readonly run: ImportRun;
}

function CheckResult({ collection, run, importing }: CheckResultProps) {
  const t = useTexts(importTexts);
  const { number } = useFormats();
  const { created, updated, failed } = run.counts;
  const count = created + updated;
  const { resource } = importables[collection];
  return (
    <Alert color={failed > 0 ? 'yellow' : 'teal'} role="status" c="var(--mantine-color-text)">
      <Stack gap="xs">
        <Text size="sm">
          <b>
            <Counts run={run} />
          </b>
          {'. '}
          {failed > 0 ? t.someWrong : count > 0 ? t.allRight : t.nothingToDo}
        </Text>
        {count > 0 && <Text size="sm">{canRemove(resource) ? t.undoBefore.removable : t.undoBefore.people}</Text>}
        {count > 0 && (
          <Group>
            <Button onClick={importing.execute}>{t.run(number(count), count === 1)}</Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
