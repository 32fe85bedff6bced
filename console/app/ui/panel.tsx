/** A box on a page, with a title and actions. */
import { Box, Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface PanelProps {
  readonly title?: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Panel({ title, about, actions, children }: PanelProps) {
  return (
    <Paper component="section" withBorder p="md" style={{ borderColor: 'var(--console-line)' }}>
      {(title || actions) && (
        <Group justify="space-between" mb="sm" gap="xs" align="flex-start">
          {/* On a phone, actions that leave no room for the title are below it. */}
          <Box flex="1 1 12rem">
            {title && <Title order={2}>{title}</Title>}
            {about && (
              <Text size="sm" c="dimmed">
                {about}
              </Text>
            )}
          </Box>
          {actions && (
            <Group gap="xs" wrap="nowrap">
              {actions}
            </Group>
          )}
        </Group>
      )}
      {children}
    </Paper>
  );
}
