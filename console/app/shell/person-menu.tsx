import { Avatar, Badge, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconLanguage, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { signOut } from '../data/session.ts';
import { useSession } from '../session.tsx';
import { type ConsoleLanguage, languages, useLanguage } from '../texts/language.tsx';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';

/** The signed-in person, their account, language, theme and sign-out. */
export function PersonMenu() {
  const t = useTexts(shellTexts);
  const { person, account } = useSession();
  const name = person.name ?? person.email;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton>
          <VisuallyHidden>{t.profile}</VisuallyHidden>
          <Avatar name={name} color="pine" size={32} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div style={{ padding: '8px 12px' }}>
          <Text fw={600} size="sm" truncate>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {person.email}
          </Text>
          <Badge mt={6} size="sm">
            {account.name} · {t.roles[person.role]}
          </Badge>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconUserCircle size={16} />} renderRoot={(props) => <Link to="/profile" {...props} />}>
          {t.profile}
        </Menu.Item>
        <Languages />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut()}>
          {t.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The name of a language in that language, so that its speakers can read it. */
const nameOf = (language: ConsoleLanguage): string => {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
};

function Languages() {
  const t = useTexts(shellTexts);
  const { locale, choose } = useLanguage();
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconLanguage size={16} />}>{t.language}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <Menu.RadioGroup value={locale} onChange={(language) => choose(language as ConsoleLanguage)}>
          {languages.map((language) => (
            <Menu.RadioItem key={language} value={language} lang={language} closeMenuOnClick>
              {nameOf(language)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => choose(null)}>{t.languageOfBrowser}</Menu.Item>
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
