import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../texts/formats.ts';
import { homeTexts } from '../../texts/home.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import classes from './home.module.css';
import type { Overview } from './overview.ts';

const shownMax = 10;

/** Bars with numbers, which need no separate table. */
export function EstablishmentsPanel({ establishments }: { readonly establishments: Overview['establishments'] }) {
  const t = useTexts(homeTexts);
  const { number } = useFormats();
  const most = Math.max(1, ...establishments.map(({ active }) => active));
  const others = establishments.length - shownMax;
  return (
    <Panel title={t.establishments} about={t.establishmentsAbout}>
      {establishments.length === 0 && <Text size="sm">{t.noEstablishments}</Text>}
      <ul className={classes.places}>
        {establishments.slice(0, shownMax).map(({ id, name, active }) => (
          <li key={id}>
            <Link
              to="/people"
              search={{ status: 'active', 'applicableJobPosition.businessEstablishment.id': id }}
              className={classes.place}
            >
              <span className={classes.words}>
                <span>{name}</span>
                <span>{number(active)}</span>
              </span>
              <div className={classes.bar} style={{ width: `${(active / most) * 100}%` }} />
            </Link>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t.others(others)}
        </Text>
      )}
    </Panel>
  );
}
