import { ActionIcon, type MantineColorScheme, Menu, Tooltip, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
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
        <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}>
          {schemes.map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme} closeMenuOnClick>
              {t.colours[scheme]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
