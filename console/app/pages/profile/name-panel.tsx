import { TextInput } from '@mantine/core';
import { type Profile, signIn } from '@muster/contract/sign-in.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMutation } from '../../data/mutation.ts';
import { ask } from '../../data/session.ts';
import { Form } from '../../form/form.tsx';
import { useFormInputs } from '../../form/form-context.ts';
import { useForm } from '../../form/use-form.ts';
import { sessionOptions } from '../../session.tsx';
import { profileTexts } from '../../texts/profile.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { notify } from '../../ui/notify.ts';
import { Panel } from '../../ui/panel.tsx';
import { profileKey } from './profile-key.ts';

export function NamePanel({ profile }: { readonly profile: Profile }) {
  const t = useTexts(profileTexts);
  const shell = useTexts(shellTexts);
  const client = useQueryClient();
  const form = useForm({ name: 'profile name', initial: { name: profile.name ?? '' } });
  const name = form.values.name.trim();
  const renaming = useMutation({
    mutationFn: () => ask(signIn.rename, { name: name === '' ? null : name }),
    onSuccess: async (changed) => {
      form.release();
      client.setQueryData(profileKey, changed);
      await client.invalidateQueries({ queryKey: sessionOptions.queryKey });
      notify(shell.saved);
    },
  });
  const role = shell.roles[profile.role];
  return (
    <Panel title={t.you}>
      <Form
        form={form}
        error={renaming.error}
        isBusy={renaming.isPending}
        isSubmitDisabled={name === (profile.name ?? '')}
        onSubmit={() => renaming.mutate()}
        labels={{ name: t.name }}
      >
        <Facts
          facts={[
            [t.email, profile.email],
            [t.role, profile.isOperator ? `${role}, ${t.operator}` : role],
          ]}
        />
        <NameInput value={form.values.name} onChange={(typed) => form.change(() => ({ name: typed }))} />
      </Form>
    </Panel>
  );
}

function NameInput({ value, onChange }: { readonly value: string; readonly onChange: (typed: string) => void }) {
  const t = useTexts(profileTexts);
  const { errorAt, correct } = useFormInputs();
  return (
    <div data-path="name">
      <TextInput
        label={t.name}
        autoComplete="name"
        value={value}
        error={errorAt('name')}
        onChange={(event) => {
          correct('name');
          onChange(event.currentTarget.value);
        }}
      />
    </div>
  );
}
