import { AppShell, NavLink, ScrollArea } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { useSession } from '../session.tsx';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { isOffered, type NavigationItem, navigation } from './navigation.ts';
import classes from './shell.module.css';

export function Navigation() {
  const t = useTexts(shellTexts);
  const { scopes } = useSession();
  const offered = navigation
    .map((group) => ({ ...group, items: group.items.filter((item) => isOffered(item, scopes)) }))
    .filter(({ items }) => items.length > 0);
  return (
    <AppShell.Section grow component={ScrollArea} type="scroll" px="xs" pb="md" pt={6}>
      {offered.map(({ label, items }) => (
        <div key={label ?? 'first'}>
          {label && <div className={classes.group}>{t.navigation.groups[label]}</div>}
          {items.map((item) => (
            <NavigationLink key={item.to} item={item} label={t.navigation[item.label]} />
          ))}
        </div>
      ))}
    </AppShell.Section>
  );
}

function NavigationLink({
  item: { to, icon: Icon },
  label,
}: {
  readonly item: NavigationItem;
  readonly label: string;
}) {
  const isHere = useRouterState({
    select: ({ location: { pathname } }) =>
      to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`),
  });
  return (
    <NavLink
      className={classes.link}
      renderRoot={(props) => <Link to={to} {...props} />}
      label={label}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      leftSection={<Icon size={18} stroke={1.7} />}
    />
  );
}
