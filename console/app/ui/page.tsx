/** The frame of a page: title, actions and content. Sets the title of the window. */
import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { MomentButton } from '../moment/moment-button.tsx';

export interface PageProps {
  readonly title: string;
  /** One sentence about the purpose of the page. */
  readonly about?: ReactNode;
  /** Buttons next to the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, about, actions, children }: PageProps) {
  useDocumentTitle(`${title} · Muster`);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        {/* A long sentence wraps before the buttons do. */}
        <div style={{ flex: '1 1 320px' }}>
          <Title order={1}>{title}</Title>
          {about && (
            <Text size="sm" c="dimmed" mt={2}>
              {about}
            </Text>
          )}
        </div>
        <Group gap="xs" className="screen-only">
          <MomentButton />
          {actions}
        </Group>
      </Group>
      {children}
    </Stack>
  );
}
