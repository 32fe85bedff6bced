/** The columns of a table, and which of them the person has chosen: stored in the browser, by table. */
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { Listed } from '@muster/client/collection.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { IconColumns3 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Embedded } from '../data/queries.ts';
import { tableTexts } from '../texts/table.ts';
import { useTexts } from '../texts/texts.ts';

export interface Column<R extends Resource> {
  readonly id: string;
  readonly header: string;
  /** `embedded` has the embedded resources of the page: type → id → representation. */
  readonly cell: (row: Listed<R>, embedded: Embedded) => ReactNode;
  /** The key that the service sorts by. */
  readonly sortKey?: string;
  readonly widthPx?: number;
  /** Hidden by default. */
  readonly isExtra?: boolean;
}

export type Visibility = Readonly<Record<string, boolean>>;

export function useVisibility<R extends Resource>(key: string, columns: readonly Column<R>[]) {
  const [chosen, setChosen] = useLocalStorage<Visibility>({
    key: `muster.columns.${key}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const visibility = Object.fromEntries(columns.map(({ id, isExtra }) => [id, chosen[id] ?? !isExtra]));
  return [visibility, (id: string, isVisible: boolean) => setChosen({ ...chosen, [id]: isVisible })] as const;
}

interface ColumnChoiceProps {
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  readonly visibility: Visibility;
  readonly onChange: (id: string, isVisible: boolean) => void;
}

export function ColumnChoice({ columns, visibility, onChange }: ColumnChoiceProps) {
  const t = useTexts(tableTexts);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={t.columns}>
          <ActionIcon variant="default" size={36} aria-label={t.columns}>
            <IconColumns3 size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map(({ id, header }) => (
          <Menu.CheckboxItem
            key={id}
            checked={visibility[id] ?? false}
            onChange={(isVisible) => onChange(id, isVisible)}
          >
            {header}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
