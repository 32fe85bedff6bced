/** Selects one author, or all of a kind: client applications, administrators and keys by name. */
import { Select } from '@mantine/core';
import { administrators } from '@muster/contract/administration/administrators.ts';
import { apiKeys } from '@muster/contract/administration/api-keys.ts';
import { clientApplications } from '@muster/contract/administration/client-applications.ts';
import { authorTypes } from '@muster/contract/author.ts';
import { useAll } from '../../data/queries.ts';
import type { ListState } from '../../resource/list-state.ts';
import { useMay } from '../../session.tsx';
import { historyTexts } from '../../texts/history.ts';
import { useTexts } from '../../texts/texts.ts';

/** An id may contain anything but a space. */
const join = (type: string, id: string | undefined): string => (id === undefined ? type : `${type} ${id}`);

export function AuthorSelect({ state }: { readonly state: ListState }) {
  const t = useTexts(historyTexts);
  const groups = useAuthors();
  const type = state.filters['author.type'];
  return (
    <Select
      aria-label={t.filters.author}
      placeholder={t.filters.author}
      w={240}
      clearable
      searchable
      data={groups}
      value={type === undefined ? null : join(type, state.filters['author.id'])}
      onChange={(chosen) => {
        const [chosenType, id] = chosen?.split(' ') ?? [];
        state.change({ 'author.type': chosenType, 'author.id': id });
      }}
    />
  );
}

/** One that was removed since is found by its kind. */
function useAuthors() {
  const t = useTexts(historyTexts);
  const may = useMay();
  const applications = useAll(clientApplications, {}, { isEnabled: may(clientApplications, 'list') }).data ?? [];
  const people = useAll(administrators, {}, { isEnabled: may(administrators, 'list') }).data ?? [];
  const keys = useAll(apiKeys, {}, { isEnabled: may(apiKeys, 'list') }).data ?? [];
  const groupOf = (
    type: 'client-application' | 'administrator' | 'api-key',
    ones: readonly (readonly [string, string])[],
  ) => ({
    group: t.authors[type],
    items: ones.map(([id, label]) => ({ value: join(type, id), label })),
  });
  return [
    { group: t.filters.authorKinds, items: authorTypes.map((type) => ({ value: type, label: t.authors[type] })) },
    groupOf(
      'administrator',
      people.map(({ id, name, email }) => [id, name ? `${name} (${email})` : email] as const),
    ),
    groupOf(
      'client-application',
      applications.map(({ clientId, name }) => [clientId, name] as const),
    ),
    groupOf(
      'api-key',
      keys.map(({ id, name }) => [id, name] as const),
    ),
  ];
}
