import { ActionIcon, Button, Kbd } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import classes from './shell.module.css';

/** The search is loaded on first use. What is typed until then is kept, and handed over when it has the focus. */
export function useSearchOpening() {
  const [isWanted, setWanted] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const isReady = useRef(false);
  const isGivenUp = useRef(false);
  const typed = useRef('');
  const open = () => {
    isGivenUp.current = false;
    setWanted(true);
    setWaiting(!isReady.current);
    import('./search.tsx').then(({ openSearch }) => isGivenUp.current || openSearch());
  };
  const giveUp = () => {
    isGivenUp.current = true;
    typed.current = '';
    setWaiting(false);
  };
  const takeOver = useCallback(() => {
    isReady.current = true;
    setWaiting(false);
    const text = typed.current;
    typed.current = '';
    return text;
  }, []);
  return { isWanted, isWaiting, open, giveUp, typed, takeOver };
}

/** In the place of the search. */
export function WaitingSearch({ typed, giveUp }: Pick<ReturnType<typeof useSearchOpening>, 'typed' | 'giveUp'>) {
  const t = useTexts(shellTexts);
  // Wherever the focus is, and from the moment that it is shown.
  useLayoutEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && giveUp();
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  return (
    <div className={classes.waiting} role="dialog" aria-label={t.search}>
      {/* No input of the theme: the frame of every page does not need one otherwise. */}
      <input
        // biome-ignore lint/a11y/noAutofocus: it was asked for, and typing goes on
        autoFocus
        aria-label={t.searchHint}
        placeholder={t.searchHint}
        onChange={({ currentTarget }) => {
          typed.current = currentTarget.value;
        }}
      />
    </div>
  );
}

export function SearchButton({ onClick }: { readonly onClick: () => void }) {
  const t = useTexts(shellTexts);
  return (
    <>
      <Button
        className={classes.search}
        variant="default"
        size="xs"
        h={32}
        justify="space-between"
        visibleFrom="sm"
        onClick={onClick}
        leftSection={<IconSearch size={15} />}
        rightSection={<Kbd size="xs">/</Kbd>}
        styles={{ label: { flex: 1 } }}
      >
        {t.search}
      </Button>
      <ActionIcon variant="subtle" color="gray" size="lg" hiddenFrom="sm" aria-label={t.search} onClick={onClick}>
        <IconSearch size={18} />
      </ActionIcon>
    </>
  );
}
