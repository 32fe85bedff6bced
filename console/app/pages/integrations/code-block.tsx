/** Commands, bodies and JSON. It can be scrolled with the keyboard. */
import { ActionIcon, Box, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import classes from './integrations.module.css';

interface CodeBlockProps {
  /** The label for screen readers. */
  readonly label: string;
  readonly text: string;
  readonly isWrapped?: boolean;
}

export function CodeBlock({ label, text, isWrapped = false }: CodeBlockProps) {
  const t = useTexts(shellTexts);
  const clipboard = useClipboard({ timeout: 2000 });
  const word = clipboard.copied ? t.copied : t.copy;
  return (
    <Box pos="relative">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls can be scrolled with the keyboard */}
      <section tabIndex={0} aria-label={label} className={classes.codeBox}>
        <pre className={`${classes.code} ${isWrapped ? classes.wrapped : ''}`}>{text}</pre>
      </section>
      <Tooltip label={word}>
        <ActionIcon
          pos="absolute"
          top={6}
          right={6}
          variant="default"
          aria-label={`${word}: ${label}`}
          onClick={() => clipboard.copy(text)}
        >
          {clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        </ActionIcon>
      </Tooltip>
    </Box>
  );
}
