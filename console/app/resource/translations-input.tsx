/** Translations of a member: one line for each language that has one, and a list to add another. */
import { ActionIcon, Fieldset, Group, Select, Stack, TextInput } from '@mantine/core';
import { type Language, languages } from '@muster/contract/languages.ts';
import { IconTrash } from '@tabler/icons-react';
import { useLabels } from '../texts/labels.ts';
import { useLanguage } from '../texts/language.tsx';
import { shellTexts } from '../texts/shell.ts';
import { tableTexts } from '../texts/table.ts';
import { useTexts } from '../texts/texts.ts';
import type { FieldInputProps } from './field-input-props.ts';

type Entries = Readonly<Partial<Record<Language, string | null>>>;

/** `{ name: { "fr-FR": "…" } }`: there is one translated member in each resource that has translations. */
export function TranslationsInput({ field, value, onChange, errorAt }: FieldInputProps) {
  const t = useTexts(shellTexts);
  const choose = useTexts(tableTexts).choose;
  const { fieldLabel } = useLabels();
  const { locale } = useLanguage();
  const nameIn = new Intl.DisplayNames(locale, { type: 'language' });
  const [member = 'name'] = Object.keys((field.write.properties ?? {}) as object);
  const entries = ((value as Readonly<Record<string, Entries | null>> | null)?.[member] ?? {}) as Entries;
  const given = languages.filter((language) => typeof entries[language] === 'string');
  const change = (language: Language, text: string | null) => onChange({ [member]: { ...entries, [language]: text } });
  return (
    <Fieldset legend={fieldLabel('t9n')}>
      <Stack gap="xs">
        {given.map((language) => (
          <Group key={language} gap="xs" wrap="nowrap" align="flex-end">
            <TextInput
              flex={1}
              lang={language}
              label={nameIn.of(language)}
              value={entries[language] ?? ''}
              error={errorAt(`${member}.${language}`)}
              onChange={(event) => change(language, event.currentTarget.value)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`${t.delete} ${nameIn.of(language)}`}
              onClick={() => change(language, null)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Select
          aria-label={t.language}
          placeholder={choose}
          value={null}
          data={languages
            .filter((one) => !given.includes(one))
            .map((one) => ({ value: one, label: nameIn.of(one) ?? one }))}
          onChange={(language) => language && change(language, '')}
        />
      </Stack>
    </Fieldset>
  );
}
