/** Search for pages and people from every page: `/` or Ctrl-K. */
import '@mantine/spotlight/styles.css';
import { Group, Highlight, Modal, Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { employees } from '@muster/contract/resources/employees.ts';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useList } from '../data/queries.ts';
import { useSearchBy } from '../resource/search-by.ts';
import { searchText } from '../resource/search-text.ts';
import { useMay, useSession } from '../session.tsx';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { PersonAvatar } from '../ui/person-avatar.tsx';
import { isOffered, navigation } from './navigation.ts';

const [store, spotlight] = createSpotlight();

export const openSearch = (): void => spotlight.open();

const peopleShown = 8;

/** Marks the typed letters: bold, on every background. */
const found = { background: 'none', color: 'inherit', fontWeight: 700 };

/** `takeOver` tells what was typed before the search was there. */
export function Search({ takeOver }: { readonly takeOver: () => string }) {
  const t = useTexts(shellTexts);
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const pages = usePages(query);
  const people = usePeople(query);
  useFirstSelected([...pages.map(({ to }) => to), ...people.map(({ id }) => id)].join(' '));
  return (
    <Spotlight.Root store={store} query={query} onQueryChange={setQuery} shortcut={null} clearQueryOnClose>
      <VisuallyHidden>
        <Modal.Title>{t.search}</Modal.Title>
      </VisuallyHidden>
      <Spotlight.Search
        placeholder={t.searchHint}
        aria-label={t.searchHint}
        leftSection={<IconSearch size={18} />}
        onFocus={() => {
          const typed = takeOver();
          if (typed !== '') setQuery(typed);
        }}
      />
      <Spotlight.ActionsList>
        {pages.length > 0 && (
          <Spotlight.ActionsGroup label={t.pages}>
            {pages.map(({ to, name, icon: Icon }) => (
              <Spotlight.Action
                key={to}
                onClick={() => navigate({ to })}
                leftSection={<Icon size={18} />}
                label={name}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {people.length > 0 && (
          <Spotlight.ActionsGroup label={t.people}>
            {people.map((person) => (
              <Spotlight.Action
                key={person.id}
                onClick={() => navigate({ to: '/people/$id', params: { id: person.id } })}
              >
                <Group gap="sm" wrap="nowrap" w="100%">
                  <PersonAvatar person={person} size={30} />
                  <div style={{ minWidth: 0 }}>
                    <Highlight highlight={query.trim().split(/\s+/)} highlightStyles={found} size="sm">
                      {`${person.givenName} ${person.familyName}`}
                    </Highlight>
                    <Text size="xs" opacity={0.85} truncate>
                      {person.email ?? person.employeeNumber}
                    </Text>
                  </div>
                </Group>
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        )}
        {pages.length + people.length === 0 && <Spotlight.Empty>{t.searchEmpty}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Enter opens the first result, also if it arrives after the last letter: the component itself selects only while typing. */
function useFirstSelected(results: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results are selected again
  useEffect(() => {
    const list = document.getElementById(store.getState().listId);
    const actions = list?.querySelectorAll('[data-action]') ?? [];
    for (const [index, action] of actions.entries()) action.toggleAttribute('data-selected', index === 0);
    store.updateState((state) => ({ ...state, selected: actions.length > 0 ? 0 : -1 }));
  }, [results]);
}

function usePages(query: string) {
  const t = useTexts(shellTexts);
  const { scopes } = useSession();
  const wanted = query.trim().toLocaleLowerCase();
  return navigation
    .flatMap(({ items }) => items)
    .filter((item) => isOffered(item, scopes))
    .map(({ to, label, icon }) => ({ to, icon, name: t.navigation[label] }))
    .filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
}

function usePeople(query: string) {
  const may = useMay();
  const [search] = useDebouncedValue(searchText(query), 150);
  const isEnabled = search !== '' && may(employees, 'list');
  const asked = { [useSearchBy(employees)]: search, sort: ['familyName'] } as const;
  const { data } = useList(employees, asked, { pageSize: peopleShown, isEnabled });
  return isEnabled ? (data?.pages[0]?.items ?? []) : [];
}
