/** A list of names and values, also on narrow screens. Names without a value are left out. */
import { Fragment, type ReactNode } from 'react';
import classes from './facts.module.css';

export type Fact = readonly [name: string, value: ReactNode];

/** An e-mail address that is too long is broken after its @, not in a word. */
const wrapping = (text: string): ReactNode =>
  text.split(/(?<=@)/).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const given = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <dl className={classes.facts}>
      {given.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? wrapping(value) : value}</dd>
        </div>
      ))}
    </dl>
  );
}
