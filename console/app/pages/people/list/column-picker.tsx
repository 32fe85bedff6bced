/** Chooses the columns of a table with many of them, found by their names. */
import { ActionIcon, Checkbox, Popover, ScrollArea, Stack, TextInput, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import type { Visibility } from '../../../resource/columns.tsx';
import { tableTexts } from '../../../texts/table.ts';
import { useTexts } from '../../../texts/texts.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';

interface ColumnPickerProps {
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  readonly visibility: Visibility;
  readonly onChange: (id: string, isVisible: boolean) => void;
}

export function ColumnPicker({ columns, visibility, onChange }: ColumnPickerProps) {
  const t = useTexts(tableTexts);
  const { findColumn } = useTexts(workbenchTexts);
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLocaleLowerCase();
  return (
    <Popover position="bottom-end" trapFocus withinPortal shadow="md" width={280}>
      <Popover.Target>
        <Tooltip label={t.columns}>
          <ActionIcon variant="default" size={36} aria-label={t.columns}>
            <IconColumns3 size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.columns}>
        <TextInput
          aria-label={findColumn}
          placeholder={findColumn}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          mb="xs"
          data-autofocus
        />
        <ScrollArea.Autosize mah={340} type="auto">
          <Stack gap={8}>
            {columns
              .filter(({ header }) => header.toLocaleLowerCase().includes(wanted))
              .map(({ id, header }) => (
                <Checkbox
                  key={id}
                  label={header}
                  checked={visibility[id] ?? false}
                  onChange={(event) => onChange(id, event.currentTarget.checked)}
                />
              ))}
          </Stack>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}
