/** Requests that wait for a decision, decided one by one or several at once. A request that is refused says why. */
import { Button, Checkbox, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import type { Listed } from '@muster/client/collection.ts';
import { approval, denial, leaveRequestDecisions } from '@muster/contract/resources/leave-request-decisions.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { useMemo, useState } from 'react';
import { useAccountTime } from '../../account-time.ts';
import { useList } from '../../data/queries.ts';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { leaveDeskTexts } from '../../texts/leave-desk.ts';
import { leaveTexts } from '../../texts/leaves.ts';
import { useTexts } from '../../texts/texts.ts';
import { EmptyState, LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { usePersonName } from '../people/person-name.tsx';
import { DecisionFailures } from './decision-failures.tsx';
import { DenialDialog } from './denial-dialog.tsx';
import { LeaveSummary } from './leave-summary.tsx';
import classes from './pending-requests.module.css';
import { type Failure, useDecisions } from './use-decisions.ts';

type Request = Listed<typeof leaveRequests>;

interface PendingRequestsProps {
  readonly onOpen: (id: string) => void;
}

export function PendingRequests({ onOpen }: PendingRequestsProps) {
  const { empty } = useTexts(leaveTexts).requests;
  const list = useList(leaveRequests, { filters: { status: 'pending' }, sort: ['id'] });
  const found = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<ReadonlyMap<string, Failure>>(new Map());
  const mayDecide = useMay()(leaveRequestDecisions, 'create');
  if (list.isError) return <ProblemNotice error={list.error} onRetry={() => list.refetch()} />;
  if (list.isPending) return <LoadingRows />;
  const chosen = found.filter(({ id }) => selected.has(id));
  const shown = new Set(found.map(({ id }) => id));
  return (
    <Stack gap="sm">
      {/* Somebody else has decided these. */}
      <DecisionFailures failures={[...failures.values()].filter(({ request }) => !shown.has(request.id))} />
      {found.length === 0 && <EmptyState title={empty} />}
      {found.length > 0 && mayDecide && (
        <Several
          found={found}
          chosen={chosen}
          failures={chosen.flatMap(({ id }) => failures.get(id) ?? [])}
          onSelect={setSelected}
          onDecided={(failed) => {
            setFailures(new Map(failed.map((one) => [one.request.id, one])));
            setSelected(new Set(failed.map(({ request }) => request.id)));
          }}
        />
      )}
      <ul className={classes.requests}>
        {found.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            failure={failures.get(request.id)}
            onOpen={() => onOpen(request.id)}
            {...(mayDecide && {
              isSelected: selected.has(request.id),
              onSelect: (isSelected: boolean) =>
                setSelected((held) => {
                  const others = [...held].filter((id) => id !== request.id);
                  return new Set(isSelected ? [...others, request.id] : others);
                }),
            })}
          />
        ))}
      </ul>
      <LoadedCount list={list} count={found.length} />
    </Stack>
  );
}

interface LoadedCountProps {
  readonly list: ReturnType<typeof useList<typeof leaveRequests>>;
  readonly count: number;
}

function LoadedCount({ list, count }: LoadedCountProps) {
  const t = useTexts(leaveDeskTexts).decide;
  const { number } = useFormats();
  const total = list.data?.pages[0]?.totalCount ?? count;
  return (
    <Group gap="md">
      <Text size="sm" c="dimmed">
        {t.shown(number(count), number(total))}
      </Text>
      {list.hasNextPage && (
        <Button
          variant="default"
          size="compact-sm"
          loading={list.isFetchingNextPage}
          onClick={() => list.fetchNextPage()}
        >
          {t.more}
        </Button>
      )}
    </Group>
  );
}

interface SeveralProps {
  readonly found: readonly Request[];
  readonly chosen: readonly Request[];
  /** Of the last attempt. */
  readonly failures: readonly Failure[];
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  readonly onDecided: (failed: readonly Failure[]) => void;
}

function Several({ found, chosen, failures, onSelect, onDecided }: SeveralProps) {
  const t = useTexts(leaveDeskTexts).decide;
  const { number } = useFormats();
  const { decide, isDeciding } = useDecisions();
  const [isDenying, setDenying] = useState(false);
  // The reason stays until none of them waits for a decision any more.
  if (isDenying && chosen.length === 0) setDenying(false);
  const run = async (type: typeof approval | typeof denial, comment?: string) => {
    const failed = await decide(chosen, type, comment);
    onDecided(failed);
    return failed.length === 0;
  };
  return (
    <Group gap="sm" className={classes.several}>
      <Checkbox
        label={chosen.length === 0 ? t.selectAll : t.selected(number(chosen.length))}
        checked={chosen.length === found.length}
        indeterminate={chosen.length > 0 && chosen.length < found.length}
        onChange={(event) => onSelect(new Set(event.currentTarget.checked ? found.map(({ id }) => id) : []))}
      />
      {chosen.length > 0 && (
        <>
          <Button size="compact-sm" loading={isDeciding} onClick={() => run(approval)}>
            {t.approve(number(chosen.length))}
          </Button>
          <Button size="compact-sm" variant="default" disabled={isDeciding} onClick={() => setDenying(true)}>
            {t.deny(number(chosen.length))}
          </Button>
        </>
      )}
      {isDenying && (
        <DenialDialog
          count={chosen.length}
          failures={failures}
          isBusy={isDeciding}
          onConfirm={(comment) => run(denial, comment)}
          onClose={() => setDenying(false)}
        />
      )}
    </Group>
  );
}

interface RequestRowProps {
  readonly request: Request;
  readonly failure: Failure | undefined;
  readonly onOpen: () => void;
  readonly isSelected?: boolean;
  /** Absent: the role does not decide. */
  readonly onSelect?: (isSelected: boolean) => void;
}

function RequestRow({ request, failure, onOpen, isSelected = false, onSelect }: RequestRowProps) {
  const t = useTexts(leaveDeskTexts).decide;
  const { number } = useFormats();
  const { fromNow } = useAccountTime();
  const name = usePersonName(request.employee.id);
  const approver = usePersonName(request.expectedApprover?.id ?? null);
  const { approvedLevels, approvalLevels, createdAt } = request;
  const about = [
    fromNow(createdAt),
    request.expectedApprover ? t.waitsFor(approver) : t.nobodyExpected,
    ...(approvalLevels > 1 ? [t.level(number(approvedLevels + 1), number(approvalLevels))] : []),
  ];
  return (
    <li>
      {onSelect && (
        <Checkbox
          aria-label={t.select(name)}
          checked={isSelected}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
      )}
      <div>
        <UnstyledButton className={classes.request} onClick={onOpen}>
          <span className={classes.name}>{name}</span>
          <span>
            <LeaveSummary id={request.leaves[0]?.id ?? ''} />
          </span>
          <Text component="span" size="sm" c="dimmed">
            {about.join(' · ')}
          </Text>
        </UnstyledButton>
        {failure && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {failure.message}
          </Text>
        )}
      </div>
    </li>
  );
}
