/** Every request of a delivery: request, response and duration. */
import { Accordion, Group, Stack, Text } from '@mantine/core';
import type { Listed } from '@muster/client/collection.ts';
import { webhookDeliveryAttempts } from '@muster/contract/resources/webhook-delivery-attempts.ts';
import { useQuery } from '@tanstack/react-query';
import { serviceOf } from '../../data/service.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { CodeBlock } from './code-block.tsx';

type Attempt = Listed<typeof webhookDeliveryAttempts>;

interface DeliveryAttemptsProps {
  readonly deliveryId: string;
  /** Another number means another list. */
  readonly count: number;
}

export function DeliveryAttempts({ deliveryId, count }: DeliveryAttemptsProps) {
  const t = useTexts(deliveryTexts);
  const found = useQuery({
    queryKey: [webhookDeliveryAttempts.type, 'of', deliveryId, count],
    enabled: count > 0,
    queryFn: async ({ signal }) => {
      const filters = { 'webhookDelivery.id': deliveryId };
      const { items } = await serviceOf(webhookDeliveryAttempts).page({ filters, sort: ['-id'], signal });
      return items;
    },
  });
  if (count === 0) return <Text size="sm">{t.noAttempts}</Text>;
  if (found.isError) return <ProblemNotice error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <LoadingRows count={2} />;
  return (
    <Accordion variant="contained" chevronPosition="left" defaultValue={found.data[0]?.id ?? null}>
      {found.data.map((attempt, index) => (
        <AttemptItem key={attempt.id} attempt={attempt} number={found.data.length - index} />
      ))}
    </Accordion>
  );
}

function AttemptItem({ attempt, number }: { readonly attempt: Attempt; readonly number: number }) {
  const t = useTexts(deliveryTexts);
  const { moment, number: digits } = useFormats();
  const { isSuccessful, responseStatusCode, failureReason, durationMs, requestHeaders, errorResponseBody } = attempt;
  const outcome = [responseStatusCode ?? t.noAnswer, failureReason && t.reasons[failureReason]];
  const headers = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`);
  return (
    <Accordion.Item value={attempt.id}>
      <Accordion.Control>
        <Group gap="sm">
          <Text size="sm" fw={600}>
            {t.attempt(number)}
          </Text>
          <StatusBadge status={isSuccessful ? 'active' : 'failing'} label={outcome.filter(Boolean).join(' · ')} />
          <Text size="xs" c="dimmed">
            {moment(attempt.createdAt)} · {t.duration(digits(durationMs))}
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="xs">
          <Text size="xs" fw={600}>
            {t.headers}
          </Text>
          <CodeBlock label={t.headers} text={headers.join('\n')} isWrapped />
          {errorResponseBody !== '' && (
            <>
              <Text size="xs" fw={600}>
                {t.answer}
              </Text>
              <CodeBlock label={t.answer} text={errorResponseBody} isWrapped />
            </>
          )}
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
