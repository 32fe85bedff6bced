/** Where notifications are shown. Loaded after the frame: none is shown before somebody has done something. */
import { Notifications } from '@mantine/notifications';

export function Notices() {
  return <Notifications position="bottom-left" containerWidth={320} />;
}
