/** Opens the history of one resource in a drawer, from its page. */
import { Button } from '@mantine/core';
import { historyEntries } from '@muster/contract/administration/history-entries.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../session.tsx';
import { historyTexts } from '../texts/history.ts';
import { useTexts } from '../texts/texts.ts';
import { FormDrawer } from '../ui/form-drawer.tsx';
import { HistoryOf } from './history-tabs.tsx';

interface HistoryButtonProps {
  readonly resource: Resource;
  readonly id: string;
  readonly name: string;
}

export function HistoryButton({ resource, id, name }: HistoryButtonProps) {
  const t = useTexts(historyTexts);
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may(historyEntries, 'list')) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconHistory size={16} />} onClick={() => setOpen(true)}>
        {t.title}
      </Button>
      <FormDrawer title={`${t.title}: ${name}`} isOpen={isOpen} onClose={() => setOpen(false)}>
        <HistoryOf resource={resource} id={id} />
      </FormDrawer>
    </>
  );
}
