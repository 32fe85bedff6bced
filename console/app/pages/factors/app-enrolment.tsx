import { Button, Loader, Stack, Text } from '@mantine/core';
import { signIn } from '@muster/contract/sign-in.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { renderSVG } from 'uqr';
import { proof } from '../../data/cache.ts';
import { useMutation } from '../../data/mutation.ts';
import { ask } from '../../data/session.ts';
import { factorTexts } from '../../texts/factors.ts';
import { signInTexts } from '../../texts/sign-in.ts';
import { useTexts } from '../../texts/texts.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { SignInRefusal } from '../sign-in/refusal.tsx';
import { CodeInput } from './code-input.tsx';
import type { Enrolled } from './enrolled.ts';

/** A secret to scan or type, and a code that confirms it. */
export function AppEnrolment({ onEnrolled }: { readonly onEnrolled: (enrolled: Enrolled) => void }) {
  const t = useTexts(factorTexts);
  const words = useTexts(signInTexts);
  const [code, setCode] = useState('');
  // Requested each time this opens: every response is another secret.
  const begun = useQuery({
    queryKey: ['totp'],
    queryFn: () => ask(signIn.beginTotp, {}),
    meta: proof,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const confirming = useMutation({
    mutationFn: (id: string) => ask(signIn.confirmTotp, { id, code }),
    meta: proof,
    onSuccess: onEnrolled,
    onError: () => setCode(''),
  });
  if (begun.isError) return <SignInRefusal error={begun.error} refused={t.failed} />;
  if (!begun.data) return <Loader mx="auto" display="block" />;
  const { id, secret, uri } = begun.data;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirming.mutate(id);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{t.scan}</Text>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`}
          alt={t.qr}
          width={200}
          height={200}
          style={{ alignSelf: 'center', borderRadius: 8 }}
        />
        <CopyField label={t.secret} value={secret} />
        {confirming.isError && <SignInRefusal error={confirming.error} refused={words.refusedCode} />}
        <CodeInput label={words.second.code} value={code} onChange={setCode} />
        <Button type="submit" loading={confirming.isPending}>
          {t.confirm}
        </Button>
      </Stack>
    </form>
  );
}
