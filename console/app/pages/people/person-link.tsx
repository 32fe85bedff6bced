import { Anchor } from '@mantine/core';
import { employees } from '@muster/contract/resources/employees.ts';
import { Link } from '@tanstack/react-router';
import { useBatched } from '../../data/batched.ts';

/** The name of a person with a link to their page. */
export function PersonLink({ id }: { readonly id: string }) {
  const { data } = useBatched(employees, id);
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to="/people/$id" params={{ id }} {...props} />}>
      {data ? `${data.givenName} ${data.familyName}` : '…'}
    </Anchor>
  );
}
