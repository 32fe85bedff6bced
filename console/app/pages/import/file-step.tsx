/** The file: chosen or dropped. */
import { Alert, Button, FileButton, Select, Stack, Text } from '@mantine/core';
import { importables } from '@muster/contract/importables.ts';
import { type ImportedCollection, importedCollections } from '@muster/contract/resources/imports.ts';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../session.tsx';
import { importTexts } from '../../texts/imports.ts';
import { useTexts } from '../../texts/texts.ts';
import { type Sheet, sheetOf, type Unreadable, UnreadableSheet } from './file-rows.ts';
import classes from './import.module.css';

interface FileStepProps {
  readonly collection: ImportedCollection;
  readonly onCollection: (collection: ImportedCollection) => void;
  readonly onSheet: (sheet: Sheet) => void;
}

const types = '.csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function FileStep({ collection, onCollection, onSheet }: FileStepProps) {
  const t = useTexts(importTexts);
  const may = useMay();
  const [problem, setProblem] = useState<Unreadable | null>(null);
  const [isOver, setOver] = useState(false);
  const [isReading, setReading] = useState(false);
  const read = async (file: File | null | undefined) => {
    if (!file) return;
    setReading(true);
    setProblem(null);
    try {
      onSheet(await sheetOf(file));
    } catch (error) {
      if (!(error instanceof UnreadableSheet)) throw error;
      setProblem(error.reason);
    } finally {
      setReading(false);
    }
  };
  const offered = importedCollections.filter((one) => may(importables[one].resource, 'create'));
  return (
    <Stack gap="md">
      <Select
        label={t.collection}
        data={offered.map((value) => ({ value, label: t.collections[value] }))}
        value={collection}
        allowDeselect={false}
        onChange={(value) => value !== null && onCollection(value)}
        maw={320}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the button inside does the same by keyboard */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          read(event.dataTransfer.files[0]);
        }}
      >
        <FileButton onChange={read} accept={types}>
          {(props) => (
            <Button {...props} leftSection={<IconFileUpload size={16} />} loading={isReading}>
              {t.choose}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {t.drop}
        </Text>
      </div>
      {problem !== null && (
        <Alert color="red" role="alert" c="var(--mantine-color-text)">
          {t.unreadable[problem]}
        </Alert>
      )}
    </Stack>
  );
}
