/** A secret that is shown once. Only its button closes it, so that it is not closed by mistake. */
import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { credentialTexts } from '../../texts/credentials.ts';
import { useTexts } from '../../texts/texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './integrations.module.css';

interface ShownOnceProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ShownOnce({ isOpen, onClose, children }: ShownOnceProps) {
  const t = useTexts(credentialTexts);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="xl"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={t.onceTitle}
    >
      <Stack gap="md">
        <Alert color="orange" icon={<IconKey size={18} />} className={classes.notice}>
          {t.onceAbout}
        </Alert>
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t.onceDone}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
