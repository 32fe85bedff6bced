import { ActionIcon, Menu, Tooltip, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };
const schemes = ['auto', 'light', 'dark'] as const;

export function ColourSwitch() {
  const t = useTexts(shellTexts);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = icons[colorScheme];
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Tooltip label={t.colours.label}>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t.colours.label}>
            <Current size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map((scheme) => {
          const Icon = icons[scheme];
          return (
            <Menu.Item
              key={scheme}
              leftSection={<Icon size={16} />}
              rightSection={scheme === colorScheme ? <IconCheck size={16} /> : null}
              onClick={() => setColorScheme(scheme)}
            >
              {t.colours[scheme]}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
