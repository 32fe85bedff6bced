import { Alert, Button, Code, Group, SimpleGrid, Stack } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { factorTexts } from '../../texts/factors.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly doneLabel: string;
  readonly onDone: () => void;
}

/** Shown once. */
export function RecoveryCodes({ codes, doneLabel, onDone }: RecoveryCodesProps) {
  const t = useTexts(factorTexts);
  const shell = useTexts(shellTexts);
  const clipboard = useClipboard({ timeout: 2000 });
  return (
    <Stack gap="sm">
      <Alert color="yellow" c="var(--mantine-color-text)">
        {t.recoveryShown}
      </Alert>
      <SimpleGrid cols={2} spacing="xs">
        {codes.map((code) => (
          <Code key={code} block ta="center" fz="sm">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group grow>
        <Button variant="default" onClick={() => clipboard.copy(codes.join('\n'))}>
          {clipboard.copied ? shell.copied : shell.copy}
        </Button>
        <Button onClick={onDone}>{doneLabel}</Button>
      </Group>
    </Stack>
  );
}
