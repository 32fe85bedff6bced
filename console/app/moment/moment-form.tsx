/** The form that chooses the day and the moment that a page shows. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useAccountTime } from '../account-time.ts';
import { useFirstField } from '../form/first-field.tsx';
import { FormContext } from '../form/form-context.ts';
import { useUnfinished } from '../form/unfinished.ts';
import type { SearchParams } from '../search-params.ts';
import { momentTexts } from '../texts/moment.ts';
import { useTexts } from '../texts/texts.ts';
import { DayInput } from '../ui/day-input.tsx';
import { MomentInput } from '../ui/moment-input.tsx';
import { useMomentChange } from './use-moment-change.ts';

/** In the time zone of the person, to the minute. */
function localText(utc: string | undefined): string {
  if (utc === undefined) return '';
  const at = new Date(utc);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function MomentForm({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(momentTexts);
  const words: SearchParams = useSearch({ strict: false });
  const change = useMomentChange();
  const [asOf, setAsOf] = useState<string | null>(words.asOf ?? null);
  const [known, setKnown] = useState(localText(words.knownAt));
  const { nowMs } = useAccountTime();
  const [isTried, setTried] = useState(false);
  const { inputs, areFinished } = useUnfinished();
  const form = useRef<HTMLFormElement>(null);
  useFirstField(form);
  const isFuture = known !== '' && new Date(known).getTime() > nowMs();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!areFinished() || isFuture) return;
    change({ asOf: asOf ?? undefined, knownAt: known === '' ? undefined : new Date(known).toISOString() });
    onClose();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{t.about}</Text>
        <FormContext value={inputs}>
          <DayInput label={t.day} description={t.dayHint} value={asOf} onChange={setAsOf} isClearable />
          <MomentInput
            label={t.knownAt}
            description={t.knownAtHint}
            value={known}
            onChange={setKnown}
            defaultTime="00:00"
            {...(isTried && isFuture && { error: t.future })}
          />
        </FormContext>
        <Group justify="flex-end">
          <Button type="submit">{t.show}</Button>
        </Group>
      </Stack>
    </form>
  );
}
