/** The attribute editor: the form on one side, the JSON of the API on the other. */
import { Alert, Button, Grid, Group, Stack, Tabs, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { attributeTexts } from '../../texts/attributes.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { ProblemNotice } from '../../ui/states.tsx';
import { DefinitionPanel, type DesignerProps } from './definition-panel.tsx';
import classes from './designer.module.css';
import { JsonPanel } from './json-panel.tsx';
import { TranslationsPanel } from './translations-panel.tsx';
import { TrialPanel } from './trial-panel.tsx';

interface DesignerFrameProps extends DesignerProps {
  readonly definitionId: string | null;
  /** The request body, or the read representation if nothing can be changed. */
  readonly body: object;
  readonly bodyTitle: string;
  readonly bodyAbout?: string;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly isUnchanged?: boolean;
  readonly onSubmit: () => void;
  /** What can still change, and the effect of archiving. */
  readonly notice?: ReactNode;
}

export function Designer(props: DesignerFrameProps) {
  const { error, fieldErrors, bodyAbout } = props;
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack gap="sm">
          {props.notice}
          {error != null && Object.keys(fieldErrors).length === 0 && <ProblemNotice error={error} />}
          <DesignerTabs {...props} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <JsonPanel
          title={props.bodyTitle}
          body={props.body}
          fieldErrors={fieldErrors}
          {...(bodyAbout !== undefined && { about: bodyAbout })}
        />
      </Grid.Col>
    </Grid>
  );
}

function DesignerTabs(props: DesignerFrameProps) {
  const t = useTexts(attributeTexts);
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      <Tabs defaultValue="definition" keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="definition">{t.tabs.definition}</Tabs.Tab>
          <Tabs.Tab value="translations">{t.tabs.translations}</Tabs.Tab>
          <Tabs.Tab value="trial">{t.tabs.trial}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="definition">
          <DefinitionPanel {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="translations">
          <TranslationsPanel {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="trial">
          <TrialPanel design={props.design} definitionId={props.definitionId} />
        </Tabs.Panel>
      </Tabs>
      {!props.isReadOnly && <Submit {...props} />}
    </form>
  );
}

function Submit({ isLocked, isBusy, isUnchanged = false }: DesignerFrameProps) {
  const t = useTexts(shellTexts);
  return (
    <Group justify="flex-end" mt="sm">
      <Button type="submit" loading={isBusy} disabled={isUnchanged}>
        {isLocked ? t.save : t.create}
      </Button>
    </Group>
  );
}

export function Notice({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <Alert
      variant="default"
      c="var(--mantine-color-text)"
      {...(title !== undefined && { title: <Text fw={600}>{title}</Text> })}
    >
      <Text size="sm">{children}</Text>
    </Alert>
  );
}
