import { Badge } from '@mantine/core';
import { useSession } from '../session.tsx';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';

const colours = { production: 'pine', test: 'blue', demo: 'grape', sandbox: 'orange' };

/** The current account and its environment, so that nobody confuses production with a test. */
export function AccountBadge() {
  const t = useTexts(shellTexts);
  const { account } = useSession();
  const parts = [account.name, account.sandbox, t.environments[account.environment]];
  return (
    <Badge color={colours[account.environment]} size="lg" fz="sm" visibleFrom="sm">
      {parts.filter(Boolean).join(' · ')}
    </Badge>
  );
}
