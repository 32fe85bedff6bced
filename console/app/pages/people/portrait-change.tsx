import { FileButton, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { portraitTypes } from '@muster/contract/file-types.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { files as declaration } from '@muster/contract/resources/files.ts';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useUpdate } from '../../data/changes.ts';
import { files } from '../../data/files.ts';
import { useMutation } from '../../data/mutation.ts';
import { useErrorWords } from '../../form/error-words.ts';
import { useMay } from '../../session.tsx';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { notifyError } from '../../ui/notify.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import type { Person } from './career.ts';

/** The portrait, with a button for people who may change it. */
export function PortraitChange({ person, etag }: { readonly person: Person; readonly etag: string }) {
  const t = useTexts(peopleTexts);
  const wordsOf = useErrorWords();
  const may = useMay();
  const update = useUpdate(employees);
  const choose = useRef<() => void>(null);
  const onError = (error: unknown) => notifyError(wordsOf(error));
  const upload = useMutation({
    mutationFn: async (picture: File) => {
      const { id } = await files.upload(picture);
      await update.mutateAsync({ id: person.id, etag, patch: { portrait: { id } } });
    },
    onError,
  });
  const avatar = <PersonAvatar person={person} size={72} />;
  if (!may(employees, 'update') || !may(declaration, 'create')) return avatar;
  return (
    <>
      <FileButton accept={portraitTypes.join(',')} onChange={(picture) => picture && upload.mutate(picture)}>
        {({ onClick }) => {
          choose.current = onClick;
          return null;
        }}
      </FileButton>
      <Menu position="bottom-start">
        <Menu.Target>
          <UnstyledButton style={{ opacity: upload.isPending ? 0.5 : 1 }}>
            <VisuallyHidden>{t.portrait.change}</VisuallyHidden>
            {avatar}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPhoto size={16} />} onClick={() => choose.current?.()}>
            {t.portrait.change}
          </Menu.Item>
          {person.portrait && (
            <Menu.Item
              leftSection={<IconTrash size={16} />}
              onClick={() => update.mutate({ id: person.id, etag, patch: { portrait: null } }, { onError })}
            >
              {t.portrait.remove}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
