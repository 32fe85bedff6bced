/** Chooses the day and the moment that a page shows. */
import { Button } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useMoment } from '../data/moment.ts';
import { momentTexts } from '../texts/moment.ts';
import { useTexts } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';

/** With its calendar, which a page does not need. */
const MomentForm = lazy(async () => ({ default: (await import('./moment-form.tsx')).MomentForm }));

/** Nothing on pages that show today only. */
export function MomentButton() {
  const t = useTexts(momentTexts);
  const moment = useMoment();
  const [isOpen, setOpen] = useState(false);
  if (moment === null) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconCalendarTime size={16} />} onClick={() => setOpen(true)}>
        {t.open}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t.title}>
        <Suspense>
          <MomentForm onClose={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  );
}
