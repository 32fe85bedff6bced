/**
 * A table of few rows, all of them drawn. On narrow screens each row is a card: the first cell is its title, the others
 * follow with the names of their columns.
 */
import { Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './short-table.module.css';

export interface ShortRow {
  readonly key: string;
  /** As many as there are headers. */
  readonly cells: readonly ReactNode[];
}

interface ShortTableProps {
  readonly label?: string;
  readonly headers: readonly string[];
  readonly rows: readonly ShortRow[];
}

export function ShortTable({ label, headers, rows }: ShortTableProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  if (isNarrow) return <Cards label={label} headers={headers} rows={rows} />;
  return (
    <Table aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          {headers.map((header) => (
            <Table.Th key={header}>{header}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, cells: [title, ...others] }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" fw={500}>
              {title}
            </Table.Th>
            {others.map((cell, index) => (
              <Table.Td key={headers[index + 1]} className={classes.cell}>
                {cell}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Cards({ label, headers, rows }: { readonly label: string | undefined } & Omit<ShortTableProps, 'label'>) {
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map(({ key, cells: [title, ...others] }) => (
        <li key={key} className={classes.card}>
          <div className={classes.title}>{title}</div>
          <dl>
            {others.map((cell, index) => (
              <div key={headers[index + 1]}>
                <dt>{headers[index + 1]}</dt>
                <dd>{cell}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
