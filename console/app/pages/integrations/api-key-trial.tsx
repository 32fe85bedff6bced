import { Stack } from '@mantine/core';
import { useSession } from '../../session.tsx';
import { apiKeyTexts } from '../../texts/api-keys.ts';
import { credentialTexts } from '../../texts/credentials.ts';
import { useTexts } from '../../texts/texts.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { CodeBlock } from './code-block.tsx';

interface ApiKeyTrialProps {
  readonly apiKey: string;
  readonly readsLeaves: boolean;
}

/** The key, and a command that works with it as it is. */
export function ApiKeyTrial({ apiKey, readsLeaves }: ApiKeyTrialProps) {
  const t = useTexts(apiKeyTexts);
  const { tryIt } = useTexts(credentialTexts);
  const { account } = useSession();
  const path = readsLeaves ? '/api/v3/leaves?date=since,today&fields=id' : '/api/v3/users?fields=id';
  const command = `curl -s '${account.url}${path}&paging=0,1' \\\n  -H 'Authorization: svc application=${apiKey}'`;
  return (
    <Stack gap="sm">
      <CopyField label={t.apiKey} value={apiKey} />
      <CodeBlock label={tryIt} text={command} />
    </Stack>
  );
}
