/** Exports what the table shows: its columns, its filters and its order. */
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useMoment } from '../../../data/moment.ts';
import type { ScreenQuery } from '../../../data/queries.ts';
import { useErrorWords } from '../../../form/error-words.ts';
import { useToday } from '../../../session.tsx';
import { useFormats } from '../../../texts/formats.ts';
import { shellTexts } from '../../../texts/shell.ts';
import { useTexts } from '../../../texts/texts.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';
import { notify, notifyError } from '../../../ui/notify.ts';
import type { ExportFormat } from './export.ts';
import type { PersonColumn } from './person-column.ts';

interface ExportMenuProps {
  readonly query: ScreenQuery;
  readonly columns: readonly PersonColumn[];
}

export function ExportMenu({ query, columns }: ExportMenuProps) {
  const t = useTexts(workbenchTexts);
  const { yes, no } = useTexts(shellTexts);
  const { number } = useFormats();
  const wordsOf = useErrorWords();
  const today = useToday();
  const at = useMoment();
  const [done, setDone] = useState<number | null>(null);
  const ending = useRef<AbortController>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const write = async (format: ExportFormat) => {
    ending.current = new AbortController();
    const { signal } = ending.current;
    setDone(0);
    try {
      const { exportPeople } = await import('./export.ts');
      const fileName = `${t.fileName}-${at?.asOf ?? today}`;
      await exportPeople({ query, at, columns, format, fileName, words: { yes, no }, signal, onProgress: setDone });
      notify(t.exported);
    } catch (error) {
      if (!signal.aborted) notifyError(wordsOf(error));
    } finally {
      setDone(null);
    }
  };
  const label = done === null ? t.export : t.exporting(number(done));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={label}>
          <ActionIcon variant="default" size={36} aria-label={t.export} loading={done !== null}>
            <IconDownload size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'xlsx'] as const).map((format) => (
          <Menu.Item key={format} onClick={() => write(format)}>
            {t.exportAs[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
