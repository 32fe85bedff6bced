import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { approval, denial, leaveRequestDecisions } from '@muster/contract/resources/leave-request-decisions.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { useState } from 'react';
import { useCreate } from '../../data/changes.ts';
import { fieldErrorsIn } from '../../data/problems.ts';
import { useServiceWords } from '../../form/service-words.ts';
import { useForm } from '../../form/use-form.ts';
import { useFormats } from '../../texts/formats.ts';
import { leaveTexts } from '../../texts/leaves.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { notify } from '../../ui/notify.ts';
import { ProblemNotice } from '../../ui/states.tsx';
import type { Request } from './leave-request.ts';

interface DecisionFormProps {
  readonly request: Request;
  readonly onDone: () => void;
}

/** An approval is one click; a denial says why. */
export function DecisionForm({ request, onDone }: DecisionFormProps) {
  const t = useTexts(leaveTexts).requests;
  const { cancel } = useTexts(shellTexts);
  const { number } = useFormats();
  const [isDenying, setDenying] = useState(false);
  // A reason that was typed is not lost by Escape.
  const form = useForm({ name: `decision ${request.id}`, initial: { comment: '' } });
  const { comment } = form.values;
  const decide = useCreate(leaveRequestDecisions, { alsoChanges: [leaveRequests, leaves] });
  // The level that is on the screen: of two who decide at once, the second is refused instead of skipping one.
  const level = request.approvedLevels + 1;
  const decided = (type: typeof approval | typeof denial) =>
    decide.mutate(
      { type, leaveRequest: { id: request.id }, level, ...(type === denial && { comment }) },
      {
        onSuccess: () => {
          form.release();
          notify(type === denial ? t.denied : t.approved);
          onDone();
        },
      },
    );
  const fieldErrors = fieldErrorsIn(decide.error);
  return (
    <Stack gap="sm">
      {decide.error && !fieldErrors.comment && <ProblemNotice error={decide.error} />}
      {isDenying && (
        <Reason
          value={comment}
          error={fieldErrors.comment}
          onChange={(typed) => form.change(() => ({ comment: typed }))}
        />
      )}
      <Text size="sm" c="dimmed">
        {t.final}
      </Text>
      <Group gap="xs">
        {!isDenying && (
          <Button onClick={() => decided(approval)} loading={decide.isPending}>
            {request.approvalLevels > 1 ? t.approveLevel(number(level)) : t.approve}
          </Button>
        )}
        {isDenying && (
          <Button
            variant="default"
            onClick={() => {
              form.change(() => ({ comment: '' }));
              setDenying(false);
            }}
          >
            {cancel}
          </Button>
        )}
        <Button
          variant={isDenying ? 'filled' : 'default'}
          {...(isDenying && { color: 'red.9' })}
          loading={isDenying && decide.isPending}
          onClick={() => (isDenying ? decided(denial) : setDenying(true))}
        >
          {t.deny}
        </Button>
      </Group>
    </Stack>
  );
}

interface ReasonProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (typed: string) => void;
}

function Reason({ value, error, onChange }: ReasonProps) {
  const wordsFor = useServiceWords();
  const t = useTexts(leaveTexts).requests;
  return (
    <Textarea
      label={t.comment}
      description={t.commentHint}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error && wordsFor(error)}
      autosize
      minRows={3}
      withAsterisk
      autoFocus
    />
  );
}
