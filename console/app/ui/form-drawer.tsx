/** A drawer to create or change something without leaving the page. Esc closes it. */
import { Drawer, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface FormDrawerProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly size?: 'md' | 'lg' | 'xl';
  readonly children: ReactNode;
}

/** The content is mounted only while the drawer is open, so a reopened form is empty. */
export function FormDrawer({ title, isOpen, onClose, size = 'lg', children }: FormDrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size={size}
      title={
        <Title order={2} component="span">
          {title}
        </Title>
      }
    >
      {children}
    </Drawer>
  );
}
