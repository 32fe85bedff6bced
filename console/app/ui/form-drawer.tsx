/** Where something is made or changed without leaving the page. Esc closes it. */
import { Drawer, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface FormDrawerProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly size?: 'md' | 'lg' | 'xl';
  readonly children: ReactNode;
}

/** The content exists while it is open: a form that is opened again begins again. */
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
