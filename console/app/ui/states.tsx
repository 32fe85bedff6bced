/** The states of a page without content: loading, empty, missing, forbidden, failed. */
import { Alert, Anchor, Button, Center, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { fieldErrorsIn, isOutdated, sentenceOf, traceIdOf } from '../data/problems.ts';
import { useLanguage } from '../texts/language.tsx';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { explained } from './explained.ts';

/** The frame of every page loads this file: the words of the service are loaded when they are needed. */
const FieldErrors = lazy(async () => ({ default: (await import('../form/field-errors.tsx')).FieldErrors }));

export interface EmptyStateProps {
  readonly title: string;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}

export function EmptyState({ title, icon, children }: EmptyStateProps) {
  return (
    <Center mih={140} p="lg">
      <Stack align="center" gap="xs" maw={420}>
        {icon && <Text c="dimmed">{icon}</Text>}
        <Text fw={600} ta="center">
          {title}
        </Text>
        {children && (
          <Text size="sm" c="dimmed" ta="center" component="div">
            {children}
          </Text>
        )}
      </Stack>
    </Center>
  );
}

interface ProblemNoticeProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** A better one than the error has, where it happened. */
  readonly sentence?: string | null;
}

/** The error in one sentence, with the trace id for the operator. */
export function ProblemNotice({ error, onRetry, sentence }: ProblemNoticeProps) {
  const t = useTexts(shellTexts);
  const { locale } = useLanguage();
  const traceId = traceIdOf(error);
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert" c="var(--mantine-color-text)">
      <Text size="sm">{sentence ?? explained(error, t.states) ?? sentenceOf(error, locale)}</Text>
      {Object.keys(fieldErrorsIn(error)).length > 0 && (
        <Suspense>
          <FieldErrors error={error} />
        </Suspense>
      )}
      <Group gap="md" mt={onRetry || traceId ? 6 : 0}>
        {onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {isOutdated(error) ? t.states.reload : t.states.again}
          </Button>
        )}
        {traceId && (
          <Text size="xs" c="dimmed" ff="monospace">
            {t.states.trace(traceId)}
          </Text>
        )}
      </Group>
    </Alert>
  );
}

export function LoadingRows({ count = 6 }: { readonly count?: number }) {
  const t = useTexts(shellTexts);
  return (
    <Stack gap="sm" aria-busy="true" aria-label={t.states.loading} role="status">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else
        <Skeleton key={index} height={18} width={`${92 - ((index * 17) % 40)}%`} />
      ))}
    </Stack>
  );
}

export function MissingPage() {
  const t = useTexts(shellTexts);
  return (
    <EmptyState title={t.states.missing}>
      <Anchor renderRoot={(props) => <Link to="/" {...props} />}>{t.states.home}</Anchor>
    </EmptyState>
  );
}

/** An address that was typed, of a page that the role does not open. */
export function ClosedPage() {
  const t = useTexts(shellTexts);
  return (
    <EmptyState title={t.states.forbidden}>
      <Anchor renderRoot={(props) => <Link to="/" {...props} />}>{t.states.home}</Anchor>
    </EmptyState>
  );
}

/** A page that failed to load or to render. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const t = useTexts(shellTexts);
  return (
    <Stack p="lg" maw={640}>
      <Title order={1}>{t.states.broken}</Title>
      <ProblemNotice error={error} onRetry={reset} />
    </Stack>
  );
}
