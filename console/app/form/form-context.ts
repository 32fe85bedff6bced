/** What the inputs of a form share with it: its errors, and entries that are not valid values. */
import { createContext, use, useEffect, useId } from 'react';

/** An entry that is no value, such as an impossible date: the form is not sent until it is corrected. */
export interface InvalidEntry {
  readonly label: string;
  readonly message: string;
  readonly element: () => HTMLElement | null;
}

export interface FormInputs {
  /** The message at the dotted path of a member. */
  readonly errorAt: (path: string) => string | undefined;
  /** The person has changed the member: its errors vanish. */
  readonly correct: (path: string) => void;
  /** Null: the entry is valid, or gone. */
  readonly setInvalid: (id: string, entry: InvalidEntry | null) => void;
  /** How often the person has tried to send the form: from then on unfinished entries are errors. */
  readonly attempts: number;
}

/** Outside of a form there is nothing to send. */
const noForm: FormInputs = { errorAt: () => undefined, correct: () => {}, setInvalid: () => {}, attempts: 0 };

export const FormContext = createContext<FormInputs>(noForm);

export const useFormInputs = (): FormInputs => use(FormContext);

/** Keeps the form from being sent while `entry` is not null. */
export function useInvalidEntry(entry: InvalidEntry | null): void {
  const id = useId();
  const { setInvalid } = useFormInputs();
  const { label, message } = entry ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: the input stays the same while it is mounted
  useEffect(() => {
    setInvalid(id, entry);
    return () => setInvalid(id, null);
  }, [id, label, message, setInvalid]);
}
