/** The attribute editor: the form on one side, the JSON of the API on the other. */
import { Alert, Grid, Stack, Tabs, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form } from '../../form/form.tsx';
import type { FormState } from '../../form/use-form.ts';
import { attributeTexts } from '../../texts/attributes.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { DefinitionPanel, type DesignerProps } from './definition-panel.tsx';
import classes from './designer.module.css';
import { JsonPanel } from './json-panel.tsx';
import { TranslationsPanel } from './translations-panel.tsx';
import { TrialPanel } from './trial-panel.tsx';

interface DesignerFrameProps extends DesignerProps {
  readonly definitionId: string | null;
  /** Absent if nothing can be changed. */
  readonly form?: Pick<FormState<unknown>, 'isRestored' | 'release'>;
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
  const { fieldErrors, bodyAbout } = props;
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack gap="sm">
          {props.notice}
          <DesignerForm {...props} />
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

function DesignerForm(props: DesignerFrameProps) {
  const t = useTexts(shellTexts);
  const { form, error, isBusy, isLocked, isUnchanged = false, onSubmit } = props;
  if (!form) return <DesignerTabs {...props} />;
  return (
    <Form
      form={form}
      error={error}
      isBusy={isBusy}
      onSubmit={onSubmit}
      isSubmitDisabled={isUnchanged}
      submitLabel={isLocked ? t.save : t.create}
    >
      <DesignerTabs {...props} />
    </Form>
  );
}

function DesignerTabs(props: DesignerFrameProps) {
  const t = useTexts(attributeTexts);
  return (
    <div className={classes.form}>
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
    </div>
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
