/** Short words in the corner: that something is done, or why it is not where there is no better place to say so. */
import { notifications } from '@mantine/notifications';

export const notify = (message: string): void => {
  notifications.show({ message, color: 'teal', autoClose: 4000 });
};

export const notifyError = (message: string): void => {
  notifications.show({ message, color: 'red', autoClose: 8000 });
};
