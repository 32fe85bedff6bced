/** The frame of every page after the sign-in: header, navigation, search, and the page itself. */
import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useSession } from '../session.tsx';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { Brand } from '../ui/brand.tsx';
import { ClosedPage } from '../ui/states.tsx';
import { AccountBadge } from './account-badge.tsx';
import { ColourSwitch } from './colour-switch.tsx';
import { isOpenAddress } from './navigation.ts';
import { Navigation } from './navigation-bar.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { PersonMenu } from './person-menu.tsx';
import { SearchButton, useSearchOpening, WaitingSearch } from './search-button.tsx';
import classes from './shell.module.css';
import { UnsavedGuard } from './unsaved-guard.tsx';

const Search = lazy(async () => ({ default: (await import('./search.tsx')).Search }));

export function Shell() {
  const t = useTexts(shellTexts);
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const search = useSearchOpening();
  const { scopes } = useSession();
  const shownPath = useRef<string | null>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    // Opening a page closes the menu and scrolls to the top.
    close();
    if (shownPath.current !== null && shownPath.current !== path) document.getElementById('content')?.focus();
    shownPath.current = path;
  }, [path, close]);
  useHotkeys([
    ['/', search.open],
    ['mod+K', search.open],
  ]);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'lg' }}
    >
      <a className="skip-link" href="#content">
        {t.skip}
      </a>
      <AppShell.Header className={classes.header}>
        <Header isMenuOpen={isOpen} onMenu={toggle} onSearch={search.open} />
      </AppShell.Header>
      <AppShell.Navbar
        className={classes.navbar}
        aria-label={t.navigation.label}
        // Also for the link of the page that is shown, which changes no address.
        onClick={(event) => event.target instanceof Element && event.target.closest('a') && close()}
      >
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <OfflineNotice />
        {isOpenAddress(path, scopes) ? <Outlet /> : <ClosedPage />}
      </AppShell.Main>
      <UnsavedGuard />
      {search.isWaiting && <WaitingSearch typed={search.typed} giveUp={search.giveUp} />}
      {search.isWanted && (
        <Suspense>
          <Search takeOver={search.takeOver} />
        </Suspense>
      )}
    </AppShell>
  );
}

interface HeaderProps {
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
  readonly onSearch: () => void;
}

function Header({ isMenuOpen, onMenu, onSearch }: HeaderProps) {
  const t = useTexts(shellTexts);
  return (
    <Group h="100%" px={{ base: 'xs', sm: 'md' }} gap="xs" wrap="nowrap" justify="space-between">
      <Group gap="xs" wrap="nowrap" miw={0}>
        <Burger
          opened={isMenuOpen}
          onClick={onMenu}
          hiddenFrom="sm"
          size="sm"
          aria-label={isMenuOpen ? t.closeMenu : t.openMenu}
          aria-expanded={isMenuOpen}
        />
        <Brand />
        <AccountBadge />
      </Group>
      <Group gap="xs" wrap="nowrap" flex="none">
        <SearchButton onClick={onSearch} />
        <ColourSwitch />
        <PersonMenu />
      </Group>
    </Group>
  );
}
