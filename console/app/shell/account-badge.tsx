import { Badge } from '@mantine/core';
import { useSession } from '../session.tsx';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';

const colours = { production: 'pine', test: 'blue', demo: 'grape', sandbox: 'orange' };

/** The current account and its environment, so that nobody confuses production with a test. */
export function AccountBadge() {
  const t = useTexts(shellTexts);
  const { account } = useSession();
  const environment = t.environments[account.environment];
  const colour = colours[account.environment];
  const parts = [account.name, account.sandbox, environment];
  return (
    <>
      <Badge color={colour} size="lg" fz="sm" visibleFrom="sm" miw={0}>
        {parts.filter(Boolean).join(' · ')}
      </Badge>
      {/* A phone has room for what must never be confused; the menu of the person names the account. */}
      <Badge color={colour} size="md" hiddenFrom="sm" miw={0} title={parts.filter(Boolean).join(' · ')}>
        {environment}
      </Badge>
    </>
  );
}
