/** What a retention rule would remove today, and on the next dates. */
import { Stack, Text, Title } from '@mantine/core';
import { addressOf } from '@muster/client/collection.ts';
import {
  type RetentionPreview as Preview,
  type RetentionFamily,
  retentionRules,
} from '@muster/contract/administration/retention-rules.ts';
import { useQuery } from '@tanstack/react-query';
import { send } from '../../data/service.ts';
import { useFormats } from '../../texts/formats.ts';
import { spelt } from '../../texts/labels.ts';
import { privacyTexts } from '../../texts/privacy.ts';
import { useTexts } from '../../texts/texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { Subject } from './subject.tsx';

/** All are counted; so many are named. */
const namedMax = 20;

interface RetentionPreviewProps {
  readonly id: string;
  /** Another version has another preview. */
  readonly etag: string;
  readonly family: RetentionFamily;
  readonly isActive: boolean;
}

export function RetentionPreview({ id, etag, family, isActive }: RetentionPreviewProps) {
  const { retention: t } = useTexts(privacyTexts);
  const found = useQuery({
    queryKey: [retentionRules.type, 'preview', id, etag],
    queryFn: async ({ signal }) => {
      const { body } = await send({ method: 'GET', path: `${addressOf(retentionRules)}/${id}/preview`, signal });
      return body as Preview;
    },
  });
  return (
    <section aria-label={t.preview}>
      <Title order={2} size="h4" mb={4}>
        {t.preview}
      </Title>
      {found.isError && <ProblemNotice error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <LoadingRows count={2} />}
      {found.data && <Shown preview={found.data} family={family} isActive={isActive} />}
    </section>
  );
}

interface ShownProps extends Pick<RetentionPreviewProps, 'family' | 'isActive'> {
  readonly preview: Preview;
}

function Shown({ preview, family, isActive }: ShownProps) {
  const { retention: t } = useTexts(privacyTexts);
  const { day, number } = useFormats();
  const { due, people, heldPeople, next } = preview;
  const counts = Object.entries(due.counts).filter(([, count]) => count > 0);
  const named = people.slice(0, namedMax);
  const effect = family === 'person' ? t.plans : t.removes;
  return (
    <Stack gap="sm">
      <Text size="sm">{due.people === 0 && counts.length === 0 ? t.nothingDue : effect(isActive)}</Text>
      {counts.length > 0 && <Facts facts={counts.map(([collection, count]) => [spelt(collection), number(count)])} />}
      {named.length > 0 && (
        <Stack gap={2}>
          {named.map(({ id, dueOn }) => (
            <Text key={id} size="sm">
              <Subject id={id} /> · {day(dueOn)}
            </Text>
          ))}
        </Stack>
      )}
      {due.people > named.length && <Text size="sm">{t.morePeople(number(due.people - named.length))}</Text>}
      {heldPeople > 0 && <Text size="sm">{t.held(number(heldPeople), heldPeople === 1)}</Text>}
      {next.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            {t.next}
          </Text>
          <Facts facts={next.map(({ date, count }) => [day(date), number(count)])} />
        </div>
      )}
    </Stack>
  );
}
