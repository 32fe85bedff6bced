import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './table.module.css';

interface RowLinkProps<Row> {
  readonly row: Row;
  readonly hrefOf?: ((row: Row) => string) | undefined;
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly children: ReactNode;
}

/** A link if the row has a page, a button if it opens something here. */
export function RowLink<Row>({ row, hrefOf, onOpen, children }: RowLinkProps<Row>) {
  if (hrefOf) {
    return (
      <Link to={hrefOf(row)} className={classes.link}>
        {children}
      </Link>
    );
  }
  if (!onOpen) return children;
  return (
    <UnstyledButton
      className={classes.link}
      onClick={(event) => {
        event.stopPropagation();
        onOpen(row);
      }}
    >
      {children}
    </UnstyledButton>
  );
}
