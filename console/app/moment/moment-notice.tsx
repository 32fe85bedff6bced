/** Says that a page shows another time, and leads back to today. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { Moment } from '../data/moment.ts';
import { useFormats } from '../texts/formats.ts';
import { momentTexts } from '../texts/moment.ts';
import { useTexts } from '../texts/texts.ts';
import { useMomentChange } from './use-moment-change.ts';

export function MomentNotice({ moment: { asOf, knownAt } }: { readonly moment: Moment }) {
  const t = useTexts(momentTexts);
  const { longDay, moment } = useFormats();
  const change = useMomentChange();
  const sentence =
    asOf === undefined
      ? t.asKnown(moment(knownAt ?? ''))
      : knownAt === undefined
        ? t.asOf(longDay(asOf))
        : t.both(longDay(asOf), moment(knownAt));
  return (
    <Alert color="yellow" variant="outline" py="xs" mb="md" role="status" icon={<IconHistory size={18} />}>
      <Group justify="space-between" gap="xs">
        <div>
          <Text size="sm" fw={600}>
            {sentence}
          </Text>
          <Text size="sm">{t.readOnly}</Text>
        </div>
        <Button size="compact-sm" variant="default" onClick={() => change({ asOf: undefined, knownAt: undefined })}>
          {t.back}
        </Button>
      </Group>
    </Alert>
  );
}
