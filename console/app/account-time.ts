/**
 * Times by the clock of the account, which in a sandbox may be moved: of rows, and of what ends by itself. Sign-ins,
 * deliveries and the log of reads follow the machine.
 */
import { useMemo } from 'react';
import { useSession } from './session.tsx';
import { useFormats } from './texts/formats.ts';

export function useAccountTime() {
  const { clockOffsetMs } = useSession().account;
  const { fromNow } = useFormats();
  return useMemo(
    () => ({
      nowMs: () => Date.now() + clockOffsetMs,
      fromNow: (text: string) => fromNow(new Date(Date.parse(text) - clockOffsetMs).toISOString()),
    }),
    [clockOffsetMs, fromNow],
  );
}
