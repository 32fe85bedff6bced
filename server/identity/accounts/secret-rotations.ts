/** All owners of rotating secrets. */
import { apiKeySecrets } from '@muster/contract/administration/api-key-secrets.ts';
import { apiKeys } from '@muster/contract/administration/api-keys.ts';
import { clientApplicationSecrets } from '@muster/contract/administration/client-application-secrets.ts';
import { clientApplications } from '@muster/contract/administration/client-applications.ts';
import type { Rotation } from './rotating-secrets.ts';

export const applicationSecrets: Rotation = {
  owner: clientApplications,
  secrets: clientApplicationSecrets,
  member: 'clientSecret',
  draw: (source) => source.newClientSecret(),
};

export const keySecrets: Rotation = {
  owner: apiKeys,
  secrets: apiKeySecrets,
  member: 'apiKey',
  draw: (source) => source.newApiKey(),
};
