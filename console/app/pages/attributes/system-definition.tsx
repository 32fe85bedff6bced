/** An attribute that every account has: it cannot be edited, and it has its own schema. */
import { Grid, Stack } from '@mantine/core';
import type { Definition } from '../../resource/attribute-value.tsx';
import { attributeTexts } from '../../texts/attributes.ts';
import { useTexts } from '../../texts/texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { Panel } from '../../ui/panel.tsx';
import { designOf } from './design.ts';
import { Notice } from './designer.tsx';
import { JsonPanel } from './json-panel.tsx';
import { TranslationsPanel } from './translations-panel.tsx';

export function SystemDefinition({ definition }: { readonly definition: Definition }) {
  const t = useTexts(attributeTexts);
  const { links: _, embedded: __, ...shown } = definition;
  const { id, name, schema, targetType, category, multipleValueHandling } = definition;
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack gap="sm">
          <Notice>{`${t.system} ${t.readOnlyValue}`}</Notice>
          <Panel title={t.tabs.definition}>
            <Facts
              facts={[
                [t.name, name],
                [t.id, <code key="id">{id}</code>],
                [t.target, t.targets[targetType]],
                [t.category, t.categories[category]],
                [t.kind, <code key="kind">{String(schema.title ?? t.object)}</code>],
                [t.values, multipleValueHandling ? t.several : t.one],
              ]}
            />
          </Panel>
          <TranslationsPanel design={designOf(definition)} onChange={() => {}} isLocked isReadOnly fieldErrors={{}} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <JsonPanel title={t.asRead} body={shown} />
      </Grid.Col>
    </Grid>
  );
}
