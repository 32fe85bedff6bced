/** The same as the grid for narrow screens: each person with their leaves, one below the other. */
import { Stack, Text, UnstyledButton } from '@mantine/core';
import { leaveDeskTexts } from '../../texts/leave-desk.ts';
import { useTexts } from '../../texts/texts.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PersonName } from '../people/person-name.tsx';
import classes from './leave-calendar.module.css';
import type { PersonLeaves } from './leaves-by-person.ts';
import { useLeaveWords } from './month-rows.tsx';

interface MonthAgendaProps {
  readonly label: string;
  readonly people: readonly PersonLeaves[];
  readonly onOpen?: (leaveId: string) => void;
}

export function MonthAgenda({ label, people, onOpen }: MonthAgendaProps) {
  const t = useTexts(leaveDeskTexts).calendar;
  const leaveWords = useLeaveWords();
  const away = people.filter(({ leaves }) => leaves.length > 0);
  if (away.length === 0) return <Text size="sm">{t.nobodyAway}</Text>;
  return (
    <ul className={classes.agenda} aria-label={label}>
      {away.map(({ id, leaves }) => (
        <li key={id}>
          <PersonName id={id} />
          <Stack gap={4} mt={4}>
            {leaves.map((leave) => (
              <UnstyledButton
                key={leave.id}
                className={classes.agendaLeave}
                {...(onOpen ? { onClick: () => onOpen(leave.id) } : { component: 'span' as const })}
              >
                <StatusBadge status={leave.status} label="" /> {leaveWords(leave)}
              </UnstyledButton>
            ))}
          </Stack>
        </li>
      ))}
    </ul>
  );
}
