/** What a person leaves behind, and the inputs that give it to somebody else. */
import { Alert, Anchor, Checkbox, List, Stack, Text } from '@mantine/core';
import { employees } from '@muster/contract/resources/employees.ts';
import { Link } from '@tanstack/react-router';
import { useFormInputs } from '../../form/form-context.ts';
import { ReferenceSelect } from '../../resource/reference-select.tsx';
import { careerTexts } from '../../texts/career.ts';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { LoadingRows } from '../../ui/states.tsx';
import { dayAfter } from './career-preview.ts';
import type { LeftBehind } from './leaving.ts';
import { PersonName } from './person-name.tsx';

export interface Entries {
  readonly lastDay: string | null;
  readonly successorId: string | null;
  /** Null: the day after the last day. */
  readonly from: string | null;
  readonly isNobody: boolean;
}

const listed = 8;

export function LeftBehindList({
  personId,
  leftBehind,
}: {
  readonly personId: string;
  readonly leftBehind: LeftBehind;
}) {
  const t = useTexts(careerTexts).leaver;
  const { number } = useFormats();
  const { isLoading, reports, headed, requestsCount } = leftBehind;
  if (isLoading) return <LoadingRows count={2} />;
  // Somebody may have a current and a later position.
  const people = [...new Set(reports.map(({ employee }) => employee.id))];
  if (people.length + headed.length + requestsCount === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t.nothing}
      </Text>
    );
  }
  return (
    <Alert color="orange" variant="light" title={t.title} c="var(--mantine-color-text)">
      <Stack gap="sm">
        {people.length > 0 && (
          <Names title={t.reports(number(people.length))} ids={people} nameOf={(id) => <PersonName id={id} />} />
        )}
        {headed.length > 0 && (
          <Names
            title={t.departments(number(headed.length))}
            ids={headed.map(({ id }) => id)}
            nameOf={(id) => headed.find((one) => one.id === id)?.name}
          />
        )}
        {requestsCount > 0 && (
          <div>
            <Text size="sm" fw={600}>
              {t.requests(number(requestsCount))}
            </Text>
            <Text size="sm">{t.requestsHint}</Text>
            <Anchor
              size="sm"
              renderRoot={(props) => (
                <Link to="/leave-requests" search={{ 'expectedApprover.id': personId, status: 'pending' }} {...props} />
              )}
            >
              {t.openRequests}
            </Anchor>
          </div>
        )}
      </Stack>
    </Alert>
  );
}

interface NamesProps {
  readonly title: string;
  readonly ids: readonly string[];
  readonly nameOf: (id: string) => React.ReactNode;
}

function Names({ title, ids, nameOf }: NamesProps) {
  const t = useTexts(careerTexts).leaver;
  const { number } = useFormats();
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm" aria-label={title}>
        {ids.slice(0, listed).map((id) => (
          <List.Item key={id}>{nameOf(id)}</List.Item>
        ))}
        {ids.length > listed && <List.Item>{t.more(number(ids.length - listed))}</List.Item>}
      </List>
    </div>
  );
}

interface HandoverFieldsProps {
  readonly entries: Entries;
  readonly hasDepartments: boolean;
  readonly onChange: (changed: Partial<Entries>) => void;
}

export function HandoverFields({ entries, hasDepartments, onChange }: HandoverFieldsProps) {
  const t = useTexts(careerTexts).leaver;
  const { errorAt, correct } = useFormInputs();
  const { lastDay, successorId, from, isNobody } = entries;
  const change = (changed: Partial<Entries>) => {
    correct('manager');
    onChange(changed);
  };
  return (
    <Stack gap="sm">
      <div data-path="manager">
        <ReferenceSelect
          label={t.successor}
          resource={employees}
          filters={{ status: 'active' }}
          value={successorId}
          isDisabled={isNobody}
          isClearable
          error={errorAt('manager')}
          {...(hasDepartments && { description: t.headsHint })}
          onChange={(id) => change({ successorId: id })}
        />
      </div>
      {successorId !== null && (
        <DayInput
          label={t.from}
          isRequired
          value={from ?? (lastDay === null ? null : dayAfter(lastDay))}
          onChange={(day) => change({ from: day })}
        />
      )}
      <Checkbox
        label={t.nobody}
        checked={isNobody}
        onChange={(event) =>
          change({ isNobody: event.currentTarget.checked, ...(event.currentTarget.checked && { successorId: null }) })
        }
      />
    </Stack>
  );
}
