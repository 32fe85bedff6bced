/** The own profile: name, password, second factors, sessions. */
import { SimpleGrid, Stack } from '@mantine/core';
import { signIn } from '@muster/contract/sign-in.ts';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../data/session.ts';
import { profileTexts } from '../../texts/profile.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { FactorsPanel } from './factors-panel.tsx';
import { NamePanel } from './name-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { profileKey } from './profile-key.ts';
import { ProviderPanel } from './provider-panel.tsx';
import { SignInsPanel } from './sign-ins-panel.tsx';

export function ProfilePage() {
  const t = useTexts(profileTexts);
  const profile = useQuery({
    queryKey: profileKey,
    queryFn: ({ signal }) => ask(signIn.profile, undefined, { signal }),
  });
  return (
    <Page title={t.title}>
      {profile.isError && <ProblemNotice error={profile.error} onRetry={() => profile.refetch()} />}
      {profile.isPending && <LoadingRows />}
      {profile.data && (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Stack gap="md">
            <NamePanel profile={profile.data} />
            <PasswordPanel profile={profile.data} />
            <ProviderPanel profile={profile.data} />
          </Stack>
          <Stack gap="md">
            <FactorsPanel profile={profile.data} />
            <SignInsPanel />
          </Stack>
        </SimpleGrid>
      )}
    </Page>
  );
}
