import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';

/** Above every page while the browser has no network. */
export function OfflineNotice() {
  const t = useTexts(shellTexts);
  const { online } = useNetwork();
  return (
    <div role="status">
      {!online && (
        <Alert color="orange" variant="light" mb="md" icon={<IconWifiOff size={18} />} c="var(--mantine-color-text)">
          {t.offline}
        </Alert>
      )}
    </div>
  );
}
