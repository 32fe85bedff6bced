/** The link that makes the creator of an account its owner, shown once. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { credentialTexts } from '../../texts/credentials.ts';
import { installationTexts } from '../../texts/installation.ts';
import { useTexts } from '../../texts/texts.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface OwnersLinkProps {
  /** Undefined: nothing was created. */
  readonly link: string | undefined;
  readonly title: string;
  readonly about: string;
  readonly onClose: () => void;
}

export function OwnersLink({ link, title, about, onClose }: OwnersLinkProps) {
  const { sandboxes: t } = useTexts(installationTexts);
  const { onceDone } = useTexts(credentialTexts);
  return (
    <Dialog
      isOpen={link !== undefined}
      onClose={onClose}
      size="lg"
      closeOnClickOutside={false}
      withCloseButton={false}
      title={title}
    >
      <Stack gap="md">
        <Text size="sm">{about}</Text>
        <CopyField label={t.link} value={link ?? ''} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{onceDone}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
