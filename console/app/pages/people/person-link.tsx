import { Anchor, Text } from '@mantine/core';
import { employees } from '@muster/contract/resources/employees.ts';
import { Link } from '@tanstack/react-router';
import { useBatched } from '../../data/batched.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';

/** The name of a person with a link to their page; without one for somebody of an establishment that the role does not see. */
export function PersonLink({ id }: { readonly id: string }) {
  const { hiddenPerson } = useTexts(peopleTexts);
  const { data, isPending } = useBatched(employees, id);
  if (!data) {
    return (
      <Text span size="sm" c="dimmed">
        {isPending ? '…' : hiddenPerson(id)}
      </Text>
    );
  }
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to="/people/$id" params={{ id }} {...props} />}>
      {data.givenName} {data.familyName}
    </Anchor>
  );
}
