/** The frame of every dialog: its title, and the focus on its first field. */
import { Modal, type ModalProps, Text } from '@mantine/core';
import { FirstField } from '../form/first-field.tsx';

interface DialogProps extends Omit<ModalProps, 'opened' | 'title'> {
  readonly isOpen: boolean;
  readonly title: string;
}

export function Dialog({ isOpen, title, children, ...rest }: DialogProps) {
  return (
    <Modal opened={isOpen} title={<Text fw={600}>{title}</Text>} {...rest}>
      <FirstField />
      {children}
    </Modal>
  );
}
