/** What keeps a form from being saved, in one place: it gets the focus, and each entry leads to its field. */
import { Alert, Anchor, List, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef } from 'react';
import { fieldErrorsIn, isDoneAlready, isInternal, isOffline, isUnavailable, isUnreachable } from '../data/problems.ts';
import { HalfDoneError } from '../data/steps.ts';
import { formTexts } from '../texts/form.ts';
import { useLabels } from '../texts/labels.ts';
import type { Words } from '../texts/part.ts';
import { useTexts } from '../texts/texts.ts';
import { ProblemNotice } from '../ui/states.tsx';
import type { InvalidEntry } from './form-context.ts';
import { memberOf } from './member-of.ts';

interface ErrorSummaryProps {
  readonly error: unknown;
  readonly errors: Readonly<Record<string, string>>;
  readonly entries: readonly InvalidEntry[];
  readonly attempts: number;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly labels?: Readonly<Record<string, string>>;
}

export function ErrorSummary({ error, errors, entries, attempts, form, labels = {} }: ErrorSummaryProps) {
  const t = useTexts(formTexts);
  const { fieldLabel } = useLabels();
  const box = useRef<HTMLDivElement>(null);
  const isGeneral = error != null && Object.keys(fieldErrorsIn(error)).length === 0;
  const paths = Object.keys(errors);
  const count = paths.length + entries.length;
  const isShown = attempts > 0 && (isGeneral || count > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt and each answer moves the focus once
  useEffect(() => {
    if (isShown) box.current?.focus();
  }, [attempts, error]);
  if (!isShown) return null;
  const labelOf = (path: string) => labels[memberOf(path)] ?? fieldLabel(memberOf(path));
  return (
    <div ref={box} tabIndex={-1} style={{ outline: 'none' }}>
      {isGeneral && <ProblemNotice error={error} sentence={sentenceOnSaving(error, t)} />}
      {count > 0 && (
        <Alert
          color="red"
          variant="light"
          role="alert"
          icon={<IconAlertCircle size={18} />}
          title={t.toCorrect(count)}
          c="var(--mantine-color-text)"
        >
          <List size="sm" listStyleType="none">
            {entries.map(({ label, message, element }) => (
              <List.Item key={label}>
                <Anchor component="button" type="button" size="sm" ta="start" onClick={() => element()?.focus()}>
                  {label}
                </Anchor>
                {`: ${message}`}
              </List.Item>
            ))}
            {paths.map((path) => (
              <List.Item key={path}>
                <SummaryLabel label={path === 'id' || path === '$' ? '' : labelOf(path)} field={fieldAt(form, path)} />
                {errors[path]}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  );
}

/** What became of the entries; null for errors that say it themselves. */
function sentenceOnSaving(error: unknown, t: Words<typeof formTexts>): string | null {
  if (error instanceof HalfDoneError) return t.halfDone;
  if (isOffline(error)) return t.offlineSave;
  if (isUnreachable(error)) return t.notAnswered;
  if (isDoneAlready(error)) return t.alreadyDone;
  if (isUnavailable(error)) return t.busy;
  return isInternal(error) ? t.failed : null;
}

function SummaryLabel({ label, field }: { readonly label: string; readonly field: HTMLElement | null }) {
  if (label === '') return null;
  if (!field) return <Text span size="sm" fw={600}>{`${label}: `}</Text>;
  return (
    <>
      <Anchor component="button" type="button" size="sm" ta="start" onClick={() => field.focus()}>
        {label}
      </Anchor>
      {': '}
    </>
  );
}

const focusable = 'input:not([type=hidden]):not([type=file]), textarea, select, button';

/** Groups of inputs mark their members with their paths; the longest that fits holds the field. */
function fieldAt(form: RefObject<HTMLFormElement | null>, path: string): HTMLElement | null {
  for (let names = path.split('.'); names.length > 0; names = names.slice(0, -1)) {
    const member = form.current?.querySelector(`[data-path="${CSS.escape(names.join('.'))}"]`);
    const field =
      member?.querySelector<HTMLElement>('[aria-invalid=true]') ?? member?.querySelector<HTMLElement>(focusable);
    if (field) return field;
  }
  return null;
}
