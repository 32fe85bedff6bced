import { Alert, Text } from '@mantine/core';
import { leaveDeskTexts } from '../../texts/leave-desk.ts';
import { useTexts } from '../../texts/texts.ts';
import { PersonNameText } from '../people/person-name.tsx';
import { LeaveSummary } from './leave-summary.tsx';
import type { Failure } from './use-decisions.ts';

/** Which requests were not decided, and why. */
export function DecisionFailures({ failures }: { readonly failures: readonly Failure[] }) {
  const t = useTexts(leaveDeskTexts).decide;
  if (failures.length === 0) return null;
  return (
    <Alert color="yellow" role="alert" title={t.failed} c="var(--mantine-color-text)">
      {failures.map(({ request, message }) => (
        <Text key={request.id} size="sm">
          <PersonNameText id={request.employee.id} />, <LeaveSummary id={request.leaves[0]?.id ?? ''} />: {message}
        </Text>
      ))}
    </Alert>
  );
}
