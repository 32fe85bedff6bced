import { ActionIcon, Anchor, Badge, Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconPoint } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormats } from '../../texts/formats.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import type { Person } from './career.ts';
import classes from './chart.module.css';

export function Branch({ isFirst = false, children }: { readonly isFirst?: boolean; readonly children: ReactNode }) {
  return (
    <ul className={classes.branch} data-first={isFirst || undefined}>
      {children}
    </ul>
  );
}

interface Opening {
  readonly below: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Expands the node; a dot if there is nothing below. */
export function Toggle({ name, below, isOpen, onToggle }: Opening & { readonly name: string }) {
  const t = useTexts(peopleTexts).chart;
  if (below === 0) return <IconPoint className={classes.point} size={26} aria-hidden />;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-expanded={isOpen}
      aria-label={t.expand(name)}
      onClick={onToggle}
    >
      <Icon size={16} />
    </ActionIcon>
  );
}

interface PersonNodeProps extends Opening {
  readonly person: Person;
  readonly title: string | null;
}

export function PersonNode({ person, title, ...opening }: PersonNodeProps) {
  const name = `${person.givenName} ${person.familyName}`;
  return (
    <Group gap="xs" wrap="nowrap" className={classes.node}>
      <Toggle name={name} {...opening} />
      <PersonAvatar person={person} size={32} />
      <div style={{ minWidth: 0 }}>
        <Anchor
          size="sm"
          fw={600}
          c="var(--mantine-color-text)"
          renderRoot={(props) => <Link to="/people/$id" params={{ id: person.id }} {...props} />}
        >
          {name}
        </Anchor>
        {title && (
          <Text size="xs" c="dimmed" truncate>
            {title}
          </Text>
        )}
      </div>
      <Below count={opening.below} />
    </Group>
  );
}

export function Below({ count }: { readonly count: number }) {
  const t = useTexts(peopleTexts).chart;
  const { number } = useFormats();
  if (count === 0) return null;
  return (
    <Badge variant="default" size="sm" ml="xs">
      {t.count(number(count))}
    </Badge>
  );
}
