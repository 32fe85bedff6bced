/** Imports that are kept, the newest first: each leads to what it has written and to its undo, also after another sign-in. */
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { imports } from '@muster/contract/resources/imports.ts';
import { Link } from '@tanstack/react-router';
import { useList } from '../../data/queries.ts';
import { useFormats } from '../../texts/formats.ts';
import { importTexts } from '../../texts/imports.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { Counts } from './check-panel.tsx';

const shownMax = 10;

export function EarlierImports() {
  const t = useTexts(importTexts);
  const { moment } = useFormats();
  const { data } = useList(imports, { filters: { isDryRun: false }, sort: ['-id'] }, { pageSize: shownMax });
  const runs = data?.pages[0]?.items ?? [];
  if (runs.length === 0) return null;
  return (
    <Panel title={t.earlier}>
      <Text size="sm" c="dimmed" mb="xs">
        {t.earlierAbout}
      </Text>
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {runs.map((run) => (
          <Group key={run.id} gap="xs" component="li">
            <Anchor
              size="sm"
              style={{ overflowWrap: 'anywhere' }}
              renderRoot={(props) => (
                <Link to="/import" search={{ collection: run.collection, run: run.id }} {...props} />
              )}
            >
              {run.fileName ?? t.collections[run.collection]}
            </Anchor>
            <Text size="sm" c="dimmed">
              {t.collections[run.collection]} · {moment(run.createdAt)}
            </Text>
            <Text size="sm">
              <Counts run={run} />
            </Text>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
