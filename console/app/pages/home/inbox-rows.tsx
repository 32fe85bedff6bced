/** Lines of the inbox: what it is about, and a link to where it is done. */
import { Anchor, Text } from '@mantine/core';
import { employments } from '@muster/contract/resources/employments.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useBatched } from '../../data/batched.ts';
import { LeaveSummary } from '../leaves/leave-summary.tsx';
import { usePersonName } from '../people/person-name.tsx';

interface RowProps {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly name: string;
  readonly children: ReactNode;
}

function Row({ to, search = {}, name, children }: RowProps) {
  return (
    <li>
      <Anchor
        size="sm"
        renderRoot={(props) => <Link to={to} search={search} {...props} />}
        style={{ overflowWrap: 'anywhere' }}
      >
        {name || '…'}
      </Anchor>
      <Text size="sm" c="dimmed" span>
        {children}
      </Text>
    </li>
  );
}

interface RequestRowProps {
  readonly id: string;
  readonly employeeId: string;
  readonly leaveId: string;
}

export function RequestRow({ id, employeeId, leaveId }: RequestRowProps) {
  return (
    <Row to="/leave-requests" search={{ open: id }} name={usePersonName(employeeId)}>
      <LeaveSummary id={leaveId} />
    </Row>
  );
}

interface PersonRowProps {
  readonly employeeId: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

export function PersonRow({ employeeId, search, children }: PersonRowProps) {
  return (
    <Row to={`/people/${employeeId}`} name={usePersonName(employeeId)} {...(search && { search })}>
      {children}
    </Row>
  );
}

/** A probationary period names its employment alone. */
export function ProbationRow({ employmentId, children }: { readonly employmentId: string; readonly children: string }) {
  const { data } = useBatched(employments, employmentId);
  if (!data) return <li>…</li>;
  return (
    <PersonRow employeeId={data.employee.id} search={{ tab: 'career' }}>
      {children}
    </PersonRow>
  );
}
