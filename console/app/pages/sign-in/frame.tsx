/** The card in the middle of the page on which people sign in. */
import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import mark from '../../ui/mark.svg';

interface SignInFrameProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

export function SignInFrame({ title, lead, children }: SignInFrameProps) {
  useDocumentTitle(`${title} · Muster`);
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack gap="lg" w="100%" maw={400}>
        <Stack gap={6} align="center">
          <img src={mark} alt="Muster" width={44} height={44} />
          <Title order={1}>{title}</Title>
          {lead && (
            <Text c="dimmed" size="sm" ta="center">
              {lead}
            </Text>
          )}
        </Stack>
        <Paper withBorder p="lg" radius="lg">
          {children}
        </Paper>
      </Stack>
    </Center>
  );
}
