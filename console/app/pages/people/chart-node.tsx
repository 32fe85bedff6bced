import { ActionIcon, Anchor, Badge, Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconPoint } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Ref } from 'react';
import { useFormats } from '../../texts/formats.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import type { Person } from './career.ts';
import classes from './chart.module.css';

interface Opening {
  readonly below: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Expands the node; a dot if there is nothing below. With the keyboard, arrow keys of the item do the same. */
export function Toggle({ name, below, isOpen, onToggle }: Opening & { readonly name: string }) {
  const t = useTexts(peopleTexts).chart;
  if (below === 0) return <IconPoint className={classes.point} size={26} aria-hidden />;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      tabIndex={-1}
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
  readonly ref?: Ref<HTMLDivElement>;
}

export function PersonNode({ person, title, ref, ...opening }: PersonNodeProps) {
  const name = `${person.givenName} ${person.familyName}`;
  return (
    <Group ref={ref} gap="xs" wrap="nowrap" className={classes.node}>
      <Toggle name={name} {...opening} />
      <PersonAvatar person={person} size={32} />
      <div className={classes.words}>
        <Anchor
          size="sm"
          fw={600}
          c="var(--mantine-color-text)"
          tabIndex={-1}
          renderRoot={(props) => <Link to="/people/$id" params={{ id: person.id }} {...props} />}
        >
          {name}
        </Anchor>
        {title && (
          <Text size="xs" c="dimmed">
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
    <Badge variant="default" size="sm" ml="xs" style={{ flex: 'none' }}>
      {t.count(number(count))}
    </Badge>
  );
}
