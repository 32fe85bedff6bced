/** The request body, and the errors of the service by member. */
import { Alert, Button, Code, CopyButton, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { attributeTexts } from '../../texts/attributes.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';

interface JsonPanelProps {
  readonly title: string;
  readonly about?: string;
  readonly body: object;
  readonly fieldErrors?: Readonly<Record<string, string>>;
}

export function JsonPanel({ title, about, body, fieldErrors = {} }: JsonPanelProps) {
  const t = useTexts(attributeTexts);
  const isEmpty = Object.keys(body).length === 0;
  const text = JSON.stringify(body, null, 2);
  return (
    <Panel title={title} about={about} actions={!isEmpty && <Copying text={text} />}>
      <Stack gap="sm">
        <FieldErrors fieldErrors={fieldErrors} />
        {isEmpty ? (
          <Text size="sm" c="dimmed">
            {t.nothing}
          </Text>
        ) : (
          <Code
            block
            mah="70vh"
            style={{ overflow: 'auto' }}
            c="var(--mantine-color-text)"
            tabIndex={0}
            aria-label={title}
          >
            {text}
          </Code>
        )}
      </Stack>
    </Panel>
  );
}

function FieldErrors({ fieldErrors }: { readonly fieldErrors: Readonly<Record<string, string>> }) {
  const t = useTexts(attributeTexts);
  const entries = Object.entries(fieldErrors);
  if (entries.length === 0) return null;
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertCircle size={18} />}
      title={<Text fw={600}>{t.fieldErrors}</Text>}
      c="var(--mantine-color-text)"
    >
      {entries.map(([path, message]) => (
        <Text key={path} size="sm">
          <code>{path}</code> — {message}
        </Text>
      ))}
    </Alert>
  );
}

function Copying({ text }: { readonly text: string }) {
  const t = useTexts(shellTexts);
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button size="compact-sm" variant="default" onClick={copy}>
          {copied ? t.copied : t.copy}
        </Button>
      )}
    </CopyButton>
  );
}
