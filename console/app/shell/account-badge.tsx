import { Badge } from '@mantine/core';
import { useSession } from '../session.tsx';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';

const colours = { production: 'pine', test: 'blue', demo: 'grape', sandbox: 'orange' };

/** Which account one is in, and whether it is the real one: nobody should have to wonder. */
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
