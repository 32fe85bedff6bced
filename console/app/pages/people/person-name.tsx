import { Anchor, Group, Text } from '@mantine/core';
import { employees } from '@muster/contract/resources/employees.ts';
import { Link } from '@tanstack/react-router';
import { useBatched } from '../../data/batched.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';

interface PersonNameProps {
  readonly id: string;
  readonly hasPicture?: boolean;
}

/** The person of a leave with a link to their page; names of a whole table are read in one batch. */
export function PersonName({ id, hasPicture = false }: PersonNameProps) {
  const { hiddenPerson } = useTexts(peopleTexts);
  const { data, isPending } = useBatched(employees, id);
  if (!data) return <Text size="sm">{isPending ? '…' : hiddenPerson(id)}</Text>;
  const name = `${data.givenName} ${data.familyName}`;
  return (
    <Group gap="xs" wrap="nowrap">
      {hasPicture && <PersonAvatar person={data} size={24} />}
      <Anchor size="sm" truncate renderRoot={(props) => <Link to="/people/$id" params={{ id }} {...props} />}>
        {name}
      </Anchor>
    </Group>
  );
}

export function usePersonName(id: string | null): string {
  const { data } = useBatched(employees, id);
  return data ? `${data.givenName} ${data.familyName}` : '';
}

/** For rows that are links themselves. */
export function PersonNameText({ id }: { readonly id: string }) {
  return usePersonName(id) || '…';
}
