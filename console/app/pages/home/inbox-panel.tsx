/**
 * What waits and what the next weeks bring, as an inbox: each line leads to the page where it is done. Every section is
 * one short page of a list with its count, read by an index; sections that the role does not open are not asked for.
 */
import { Button, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useFormats } from '../../texts/formats.ts';
import { inboxTexts } from '../../texts/inbox.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import classes from './home.module.css';
import { type InboxSection, useInbox } from './use-inbox.tsx';

export function InboxPanel() {
  const t = useTexts(inboxTexts);
  const sections = useInbox();
  if (sections.length === 0) return null;
  const failed = sections.find(({ error }) => error !== null);
  const waiting = sections.filter(({ count }) => count > 0);
  const isPending = sections.some((one) => one.isPending);
  return (
    <Panel title={t.title} about={t.about}>
      {failed && <ProblemNotice error={failed.error} onRetry={failed.reload} />}
      {isPending && <LoadingRows count={4} />}
      {!isPending && !failed && waiting.length === 0 && (
        <Group gap="xs">
          <IconCircleCheck size={18} color="var(--mantine-color-teal-6)" aria-hidden />
          <Text size="sm">{t.nothing}</Text>
        </Group>
      )}
      {!isPending && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          {waiting.map((section) => (
            <Section key={section.title} section={section} />
          ))}
        </SimpleGrid>
      )}
    </Panel>
  );
}

function Section({ section }: { readonly section: InboxSection }) {
  const t = useTexts(inboxTexts);
  const { number } = useFormats();
  const { title, count, rows, loadMore } = section;
  return (
    <section aria-label={title}>
      <Title order={3} mb={4}>
        {title} ({number(count)})
      </Title>
      <ul className={classes.cares}>{rows}</ul>
      {loadMore && (
        <Button variant="subtle" size="compact-sm" onClick={loadMore} loading={section.isLoadingMore}>
          {t.more(number(count))}
        </Button>
      )}
    </section>
  );
}
