/** A list of names and values, also on narrow screens. Names without a value are left out. */
import type { ReactNode } from 'react';
import classes from './facts.module.css';
import { wrappedText } from './wrapped-text.tsx';

export type Fact = readonly [name: string, value: ReactNode];

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const given = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <dl className={classes.facts}>
      {given.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{wrappedText(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
