import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type Profile, signIn } from '@muster/contract/sign-in.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useMutation } from '../../data/mutation.ts';
import { fieldErrorsIn } from '../../data/problems.ts';
import { ask } from '../../data/session.ts';
import { sessionOptions } from '../../session.tsx';
import { profileTexts } from '../../texts/profile.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { notify } from '../../ui/notify.ts';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/states.tsx';
import { profileKey } from './profile-key.ts';

export function NamePanel({ profile }: { readonly profile: Profile }) {
  const t = useTexts(profileTexts);
  const shell = useTexts(shellTexts);
  const client = useQueryClient();
  const [name, setName] = useState(profile.name ?? '');
  const renaming = useMutation({
    mutationFn: () => ask(signIn.rename, { name: name.trim() === '' ? null : name.trim() }),
    onSuccess: async (changed) => {
      client.setQueryData(profileKey, changed);
      await client.invalidateQueries({ queryKey: sessionOptions.queryKey });
      notify(shell.saved);
    },
  });
  const fieldErrors = fieldErrorsIn(renaming.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    renaming.mutate();
  };
  const role = shell.roles[profile.role];
  return (
    <Panel title={t.you}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Facts
            facts={[
              [t.email, profile.email],
              [t.role, profile.isOperator ? `${role}, ${t.operator}` : role],
            ]}
          />
          {renaming.isError && Object.keys(fieldErrors).length === 0 && <ProblemNotice error={renaming.error} />}
          <TextInput
            label={t.name}
            autoComplete="name"
            value={name}
            error={fieldErrors.name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button
              type="submit"
              variant="default"
              loading={renaming.isPending}
              disabled={name === (profile.name ?? '')}
            >
              {shell.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
