/** The id and secret of an application, and commands that work with them as they are. */

import { Stack } from '@mantine/core';
import { addressOf } from '@muster/client/collection.ts';
import { type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { isOpenTo } from '@muster/contract/scopes.ts';
import { apiVersion } from '@muster/contract/version.ts';
import { useQuery } from '@tanstack/react-query';
import { send } from '../../data/service.ts';
import { useSession } from '../../session.tsx';
import { applicationTexts } from '../../texts/applications.ts';
import { credentialTexts } from '../../texts/credentials.ts';
import { useTexts } from '../../texts/texts.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { CodeBlock } from './code-block.tsx';

export interface ApplicationTrialProps {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
}

export function ApplicationTrial({ clientId, clientSecret, scopes }: ApplicationTrialProps) {
  const t = useTexts(applicationTexts);
  const words = useTexts(credentialTexts);
  const { account } = useSession();
  const tokenUrl = useTokenUrl();
  const commands = [
    `TOKEN=$(curl -s ${tokenUrl} -d grant_type=client_credentials \\`,
    `  --data-urlencode 'client_id=${clientId}' --data-urlencode 'client_secret=${clientSecret}' \\`,
    `  | sed 's/.*"access_token": *"\\([^"]*\\)".*/\\1/')`,
    '',
    `curl -s '${account.url}${firstOpen(scopes)}?limit=1' \\`,
    `  -H "Authorization: Bearer $TOKEN" -H 'Api-Version: ${apiVersion}'`,
  ].join('\n');
  return (
    <Stack gap="sm">
      <CopyField label={t.clientId} value={clientId} />
      <CopyField label={t.clientSecret} value={clientSecret} />
      <CodeBlock label={words.tryIt} text={commands} />
    </Stack>
  );
}

/** The first list that the scopes allow, so that the command succeeds. */
function firstOpen(scopes: readonly string[]): string {
  const open = Object.values<Resource>(resources).find(
    (resource) =>
      resource.operations.includes('list') &&
      resource.within === undefined &&
      isOpenTo(scopesFor(resource, 'list'), new Set(scopes)),
  );
  return addressOf(open ?? resources.schemas);
}

interface Described {
  readonly components: {
    readonly securitySchemes: Readonly<
      Record<string, { readonly flows?: { readonly clientCredentials?: { readonly tokenUrl: string } } }>
    >;
  };
}

/** The token endpoint may have another host: the OpenAPI document names it. */
function useTokenUrl(): string {
  const { account } = useSession();
  const { data } = useQuery({
    queryKey: ['token-url'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { body } = await send({ method: 'GET', path: '/svc-api/openapi.json', signal });
      const schemes = Object.values((body as Described).components.securitySchemes);
      return schemes.map(({ flows }) => flows?.clientCredentials?.tokenUrl).find(Boolean) ?? null;
    },
  });
  return data ?? `${account.url}/connect/token`;
}
