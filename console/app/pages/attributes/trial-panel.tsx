/**
 * A trial input that checks whether the service accepts a value. It sends a creation for an employee that does not
 * exist: the creation always fails and stores nothing, and only the errors of the value count.
 */
import { Alert, Button, Group, JsonInput, Stack, Text } from '@mantine/core';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { useState } from 'react';
import { useMutation } from '../../data/mutation.ts';
import { fieldErrorsIn } from '../../data/problems.ts';
import { serviceOf } from '../../data/service.ts';
import { AttributeInput } from '../../resource/attribute-input.tsx';
import { useMay } from '../../session.tsx';
import { attributeTexts } from '../../texts/attributes.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/states.tsx';
import { type Design, triedOf } from './design.ts';

/** No employee has this id: ids begin at 1. */
const nobody = '0';

interface TrialPanelProps {
  readonly design: Design;
  /** The definition for the check; null while it does not exist. */
  readonly definitionId: string | null;
}

export function TrialPanel({ design, definitionId }: TrialPanelProps) {
  const t = useTexts(attributeTexts);
  const [value, setValue] = useState<unknown>(null);
  const [typed, setTyped] = useState('null');
  const trial = useTrial(definitionId);
  const change = (changed: unknown) => {
    setValue(changed);
    setTyped(JSON.stringify(changed, null, 2));
    trial.reset();
  };
  const write = (text: string) => {
    setTyped(text);
    trial.reset();
    if (isJson(text)) setValue(JSON.parse(text));
  };
  const fieldErrors = trial.data ?? {};
  return (
    <Panel title={t.tabs.trial} about={t.trialAbout}>
      <Stack gap="sm">
        <AttributeInput
          definition={triedOf(design, t.tabs.trial)}
          value={value}
          onChange={change}
          errorAt={(path) => fieldErrors[path === '' ? 'value' : `value.${path}`]}
        />
        <JsonInput
          label={t.trialJson}
          value={typed}
          onChange={write}
          error={isJson(typed) ? undefined : t.unclearJson}
          autosize
          minRows={2}
          maxRows={14}
        />
        <Judgement trial={trial} isAsked={definitionId !== null} isReady={isJson(typed)} value={value} />
      </Stack>
    </Panel>
  );
}

/** Only the errors of the value; none: it is accepted. */
function useTrial(definitionId: string | null) {
  return useMutation({
    mutationFn: async (value: unknown): Promise<Readonly<Record<string, string>>> => {
      try {
        await serviceOf(employeeAttributes).create({
          definition: { id: definitionId ?? '' },
          employee: { id: nobody },
          value,
        });
        return {};
      } catch (error) {
        const fieldErrors = Object.entries(fieldErrorsIn(error)).filter(([path]) => path !== 'employee.id');
        if (Object.keys(fieldErrorsIn(error)).length === 0) throw error;
        return Object.fromEntries(fieldErrors);
      }
    },
  });
}

interface JudgementProps {
  readonly trial: ReturnType<typeof useTrial>;
  readonly isAsked: boolean;
  readonly isReady: boolean;
  readonly value: unknown;
}

function Judgement({ trial, isAsked, isReady, value }: JudgementProps) {
  const t = useTexts(attributeTexts);
  const may = useMay();
  if (!isAsked) {
    return (
      <Text size="sm" c="dimmed">
        {t.trialDraft}
      </Text>
    );
  }
  // Hidden for people who may not write values.
  if (!may(employeeAttributes, 'create')) return null;
  const entries = Object.entries(trial.data ?? {});
  return (
    <Stack gap="sm" aria-live="polite">
      <Group>
        <Button onClick={() => trial.mutate(value)} loading={trial.isPending} disabled={!isReady}>
          {t.check}
        </Button>
      </Group>
      {trial.isError && <ProblemNotice error={trial.error} />}
      {trial.data && (
        <Alert
          color={entries.length === 0 ? 'teal' : 'red'}
          variant="light"
          title={<Text fw={600}>{entries.length === 0 ? t.valid : t.invalid}</Text>}
          c="var(--mantine-color-text)"
        >
          {entries.map(([path, message]) => (
            <Text key={path} size="sm">
              <code>{path}</code> — {message}
            </Text>
          ))}
        </Alert>
      )}
    </Stack>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
