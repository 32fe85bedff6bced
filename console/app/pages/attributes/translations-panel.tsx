/** The names of the attribute and of its properties, in the ten languages of the service. */
import { Badge, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { languages, type Translations } from '@muster/contract/languages.ts';
import { useState } from 'react';
import { attributeTexts } from '../../texts/attributes.ts';
import { useLanguage } from '../../texts/language.tsx';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import type { DesignerProps } from './definition-panel.tsx';

const itself = '';

export function TranslationsPanel({ design, onChange, isReadOnly, fieldErrors }: DesignerProps) {
  const t = useTexts(attributeTexts);
  const [chosen, setChosen] = useState<string>(itself);
  const properties = design.form === 'object' ? design.properties : [];
  const index = properties.findIndex(({ key }) => key === chosen);
  const property = properties[index];
  const { name, translations } = property ?? design;
  const change = (changed: Translations) =>
    property
      ? onChange({ properties: design.properties.with(index, { ...property, translations: changed }) })
      : onChange({ translations: changed });
  const filled = languages.filter((language) => translations[language]).length;
  return (
    <Panel about={t.translatedAbout} title={t.tabs.translations}>
      <Stack gap="sm">
        {properties.length > 0 && (
          <Select
            label={t.translated}
            data={[
              { value: itself, label: t.attributeItself },
              ...properties.map((one) => ({ value: one.key, label: one.name || one.id })),
            ]}
            value={property ? chosen : itself}
            allowDeselect={false}
            onChange={(key) => setChosen(key ?? itself)}
          />
        )}
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Badge variant="default" size="sm">
            {t.filled(String(filled))}
          </Badge>
        </Group>
        <Languages
          key={chosen}
          name={name}
          translations={translations}
          onChange={change}
          isReadOnly={isReadOnly}
          errorAt={(language) =>
            fieldErrors[`${property ? `propertyDescriptions.${property.id}.` : ''}t9n.name.${language}`]
          }
        />
      </Stack>
    </Panel>
  );
}

interface LanguagesProps {
  readonly name: string;
  readonly translations: Translations;
  readonly onChange: (translations: Translations) => void;
  readonly isReadOnly: boolean;
  readonly errorAt: (language: string) => string | undefined;
}

function Languages({ name, translations, onChange, isReadOnly, errorAt }: LanguagesProps) {
  const { locale } = useLanguage();
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {languages.map((language) => (
        <TextInput
          key={language}
          lang={language}
          label={names.of(language)}
          placeholder={name}
          readOnly={isReadOnly}
          value={translations[language] ?? ''}
          error={errorAt(language)}
          onChange={(event) => onChange({ ...translations, [language]: event.currentTarget.value })}
        />
      ))}
    </SimpleGrid>
  );
}
