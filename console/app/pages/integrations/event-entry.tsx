/** One event in the explorer: a line, and behind it what changed and the whole of it. */
import { Anchor, Group, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import type { MusterEvent } from '@muster/client/feed.ts';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { eventTexts } from '../../texts/events.ts';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { wrappedText } from '../../ui/wrapped-text.tsx';
import { CodeBlock } from './code-block.tsx';
import classes from './integrations.module.css';

interface EventEntryProps {
  readonly event: MusterEvent;
  readonly place: string;
  readonly isOpen: boolean;
  readonly onToggle: (id: string) => void;
}

/** Pages of the console by type of resource. */
const pages: Readonly<Record<string, string>> = {
  employee: '/people',
  'webhook-endpoint': '/webhook-endpoints',
};

export const EventEntry = memo(function EventEntry({ event, place, isOpen, onToggle }: EventEntryProps) {
  const { precise } = useFormats();
  const { id, topic, occurredAt, data } = event;
  return (
    <li>
      <UnstyledButton className={classes.entry} aria-expanded={isOpen} onClick={() => onToggle(id)}>
        <Text size="sm" fw={600} span>
          {wrappedText(topic)}
        </Text>
        <Text size="sm" span>
          {String(data.type ?? '')} {String(data.id ?? '')}
        </Text>
        <Text size="sm" c="dimmed" span>
          {place}
        </Text>
        <Text size="xs" c="dimmed" span>
          <time dateTime={occurredAt}>{precise(occurredAt)}</time> · {id}
        </Text>
      </UnstyledButton>
      {isOpen && <EventDetails event={event} />}
    </li>
  );
});

function EventDetails({ event }: { readonly event: MusterEvent }) {
  const t = useTexts(eventTexts);
  const { previousAttributes, data } = event;
  const page = pages[String(data.type)];
  return (
    <Stack gap="sm" className={classes.opened}>
      {page && (
        <Group>
          <Anchor size="sm" renderRoot={(props) => <Link to={`${page}/${String(data.id)}`} {...props} />}>
            {t.open}
          </Anchor>
        </Group>
      )}
      {previousAttributes && <Changes before={previousAttributes} after={data} />}
      <Text size="xs" fw={600}>
        {t.whole}
      </Text>
      <CodeBlock label={t.whole} text={JSON.stringify(event, null, 2)} />
    </Stack>
  );
}

type Members = Readonly<Record<string, unknown>>;

function Changes({ before, after }: { readonly before: Members; readonly after: Members }) {
  const t = useTexts(eventTexts);
  return (
    <div>
      <Text size="xs" fw={600} mb={4}>
        {t.changes}
      </Text>
      <Table withTableBorder fz="sm" layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="28%">{t.member}</Table.Th>
            <Table.Th>{t.before}</Table.Th>
            <Table.Th>{t.after}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(before).map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" ff="monospace" fw={500} style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Table.Th>
              <Table.Td>
                <code className={classes.before}>{shown(value)}</code>
              </Table.Td>
              <Table.Td>
                <code className={classes.after}>{shown(after[name])}</code>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** A pointer to another resource is shown by what it points to. */
function shown(value: unknown): string {
  const { id, type } = (value ?? {}) as Members;
  if (typeof id === 'string' && typeof type === 'string') return `${type} ${id}`;
  return JSON.stringify(value) ?? 'null';
}
