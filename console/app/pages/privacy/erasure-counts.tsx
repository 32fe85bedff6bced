/** How much an erasure removes, by kind of data, and who else names the person. */
import { Stack, Text } from '@mantine/core';
import { useFormats } from '../../texts/formats.ts';
import { spelt } from '../../texts/labels.ts';
import { privacyTexts } from '../../texts/privacy.ts';
import { useTexts } from '../../texts/texts.ts';
import { Facts } from '../../ui/facts.tsx';

type Counts = Readonly<Record<string, number>>;

interface ErasureCountsProps {
  readonly counts: Counts;
  readonly namedElsewhere: { readonly references: Counts; readonly texts: Counts };
}

export function ErasureCounts({ counts, namedElsewhere: { references, texts } }: ErasureCountsProps) {
  const { erasures: t } = useTexts(privacyTexts);
  return (
    <Stack gap="md" role="status">
      <Part title={t.checked} counts={counts} otherwise={t.nothing} />
      <Part title={t.elsewhere} about={t.references} counts={references} />
      <Part title={t.elsewhere} about={t.texts} counts={texts} />
    </Stack>
  );
}

interface PartProps {
  readonly title: string;
  readonly about?: string;
  readonly counts: Counts;
  readonly otherwise?: string;
}

/** Nothing is left out without a word. */
function Part({ title, about, counts, otherwise }: PartProps) {
  const { number } = useFormats();
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  if (some.length === 0) return otherwise === undefined ? null : <Text size="sm">{otherwise}</Text>;
  return (
    <div>
      <Text fw={600} size="sm">
        {title}
      </Text>
      {about && (
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      )}
      <Facts facts={some.map(([family, count]) => [spelt(family), number(count)])} />
    </div>
  );
}
