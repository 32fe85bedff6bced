import { MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { themeIn, variables } from './theme.ts';

/** The theme contains texts, so it depends on the language. */
export function Themed({ children }: { readonly children: ReactNode }) {
  const t = useTexts(shellTexts);
  const theme = useMemo(() => themeIn(t), [t]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}
