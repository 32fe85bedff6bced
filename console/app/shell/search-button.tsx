import { ActionIcon, Button, Kbd } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import classes from './shell.module.css';

/** The search is loaded on first use. */
export function useSearchOpening() {
  const [isWanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    import('./search.tsx').then(({ openSearch }) => openSearch());
  };
  return { isWanted, open };
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
