import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import classes from './brand.module.css';
import mark from './mark.svg';

export function Brand() {
  const t = useTexts(shellTexts);
  return (
    <Link to="/" style={{ textDecoration: 'none', color: 'inherit', flex: 'none' }}>
      <Group gap={10} wrap="nowrap">
        <img src={mark} alt="" width={26} height={26} />
        <Text fw={700} fz="lg" lts="-0.01em" className={classes.name}>
          {t.product}
        </Text>
      </Group>
    </Link>
  );
}
