/** Short notifications: a success, or an error that has no better place. */
import { notifications } from '@mantine/notifications';

export const notify = (message: string): void => {
  notifications.show({ message, color: 'teal', autoClose: 6000 });
};

export const notifyError = (message: string): void => {
  notifications.show({ message, color: 'red', autoClose: 8000 });
};
