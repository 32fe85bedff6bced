/**
 * The frame of every form that writes data: first field focused, errors in one summary that leads to the fields, buttons
 * in one place. It is sent by its button or Ctrl+Enter; Enter in a field picks or does nothing.
 */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { formTexts } from '../texts/form.ts';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { ErrorSummary } from './error-summary.tsx';
import { useFirstField } from './first-field.tsx';
import classes from './form.module.css';
import { FormContext, type InvalidEntry } from './form-context.ts';
import { useFieldErrors } from './use-field-errors.ts';
import type { FormState } from './use-form.ts';

export interface FormProps {
  readonly form: Pick<FormState<unknown>, 'isRestored' | 'release'>;
  /** Of the last attempt. */
  readonly error: unknown;
  readonly isBusy: boolean;
  /** Messages by dotted path for entries that the service would refuse. */
  readonly check?: () => Readonly<Record<string, string>>;
  readonly onSubmit: () => void;
  readonly onCancel?: () => void;
  readonly submitLabel?: string;
  readonly isSubmitDisabled?: boolean;
  /** More buttons, apart from those that send and cancel. */
  readonly otherButtons?: ReactNode;
  /** Labels of members that differ from the usual ones. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

const noProblems = () => ({});

export function Form(props: FormProps) {
  const { form, error, isBusy, check = noProblems, onSubmit, children } = props;
  const t = useTexts(formTexts);
  const element = useRef<HTMLFormElement>(null);
  const invalid = useRef(new Map<string, InvalidEntry>());
  const [attempts, setAttempts] = useState(0);
  const [entries, setEntries] = useState<readonly InvalidEntry[]>([]);
  const { errors, correct, setFound } = useFieldErrors(error);
  useFirstField(element);
  const setInvalid = useCallback((id: string, entry: InvalidEntry | null) => {
    const before = invalid.current.get(id);
    if (entry) invalid.current.set(id, entry);
    else invalid.current.delete(id);
    // Corrected: it leaves the summary.
    if (before && !entry) setEntries((held) => held.filter((one) => one !== before));
  }, []);
  const inputs = useMemo(
    () => ({
      errorAt: (path: string) => errors[path],
      correct,
      setInvalid,
      attempts,
    }),
    [errors, correct, setInvalid, attempts],
  );
  const isSending = useRef(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending.current) return;
    // A dialog inside of the drawer has its own form, whose events React passes on to this one.
    if (event.target !== element.current || isBusy || props.isSubmitDisabled) return;
    const unfinished = [...invalid.current.values()];
    const found = withoutUnfinished(check(), unfinished, element.current);
    setAttempts((count) => count + 1);
    setEntries(unfinished);
    setFound(found);
    if (Object.keys(found).length > 0 || unfinished.length > 0) return;
    // Until it is drawn that the form is busy: the second of two clicks may arrive before that.
    isSending.current = true;
    onSubmit();
    setTimeout(() => {
      isSending.current = false;
    });
  };
  return (
    <form ref={element} className={classes.form} onSubmit={submit} onKeyDown={sendWithKeys(element)} noValidate>
      <FormContext value={inputs}>
        <Stack gap="md" flex={1}>
          {form.isRestored && (
            <Alert color="blue" py="xs" role="status" c="var(--mantine-color-text)">
              {t.restored}
            </Alert>
          )}
          <ErrorSummary
            key={attempts}
            error={error}
            errors={errors}
            entries={entries}
            attempts={attempts}
            form={element}
            {...(props.labels && { labels: props.labels })}
          />
          {children}
        </Stack>
        <Buttons {...props} />
      </FormContext>
    </form>
  );
}

/** An unfinished entry is no value yet: that its member is empty is no second error. */
function withoutUnfinished(
  found: Readonly<Record<string, string>>,
  unfinished: readonly InvalidEntry[],
  form: HTMLFormElement | null,
): Readonly<Record<string, string>> {
  const isUnfinished = (path: string) => {
    const member = form?.querySelector(`[data-path="${CSS.escape(path)}"]`);
    return unfinished.some((entry) => member?.contains(entry.element()) ?? false);
  };
  return Object.fromEntries(Object.entries(found).filter(([path]) => !isUnfinished(path)));
}

function Buttons({ form, isBusy, onCancel, submitLabel, isSubmitDisabled, otherButtons }: FormProps) {
  const t = useTexts(shellTexts);
  const keys = useTexts(formTexts).keys;
  return (
    <Group justify="space-between" gap="xs" className={classes.buttons}>
      <Group gap="xs">{otherButtons}</Group>
      {/* On the right also where both do not fit into one line. */}
      <Group gap="xs" ml="auto" justify="flex-end">
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {keys}
        </Text>
        {onCancel && (
          <Button
            variant="default"
            onClick={() => {
              form.release();
              onCancel();
            }}
          >
            {t.cancel}
          </Button>
        )}
        <Button type="submit" loading={isBusy} disabled={isSubmitDisabled ?? false}>
          {submitLabel ?? t.save}
        </Button>
      </Group>
    </Group>
  );
}

/** Enter in an input would send the form in the middle of typing; a person who picks from a list presses it often. */
const sendWithKeys = (element: React.RefObject<HTMLFormElement | null>) => (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key !== 'Enter') return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    event.stopPropagation();
    // What is being typed counts as entered, as after a click on the button.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    setTimeout(() => element.current?.requestSubmit());
  } else if (event.target instanceof HTMLInputElement && event.target.type !== 'submit') event.preventDefault();
};
