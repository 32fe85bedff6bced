/** A drawer to create or change something without leaving the page. It asks before it closes with unsaved entries. */
import { Drawer, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DiscardDialog } from '../form/discard-dialog.tsx';
import { FirstField } from '../form/first-field.tsx';
import type { Unsaved } from '../form/unsaved.ts';
import { DrawerForms } from '../form/use-form.ts';

export interface FormDrawerProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly size?: 'md' | 'lg' | 'xl';
  readonly children: ReactNode;
}

/** The content is mounted only while the drawer is open, so a reopened form is empty. */
export function FormDrawer({ title, isOpen, onClose, size = 'lg', children }: FormDrawerProps) {
  const [forms] = useState(() => new Set<Unsaved>());
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    if ([...forms].some((form) => form.isDirty())) setAsking(true);
    else onClose();
  };
  return (
    <>
      <Drawer
        opened={isOpen}
        onClose={close}
        // The question above the drawer has its own Escape.
        closeOnEscape={!isAsking}
        size={size}
        title={
          <Title order={2} component="span">
            {title}
          </Title>
        }
      >
        <FirstField />
        <DrawerForms value={forms}>{children}</DrawerForms>
      </Drawer>
      {/* Mounted only then: it would otherwise take the same Escape for its own. */}
      {isAsking && (
        <DiscardDialog
          onKeep={() => setAsking(false)}
          onDiscard={() => {
            setAsking(false);
            onClose();
          }}
        />
      )}
    </>
  );
}
