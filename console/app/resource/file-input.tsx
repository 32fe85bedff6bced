/** An input for a file: chosen and uploaded at once, seen, downloaded, replaced or removed. */
import { Button, FileButton, Group, Input, Stack } from '@mantine/core';
import { files as declaration } from '@muster/contract/resources/files.ts';
import { IconUpload } from '@tabler/icons-react';
import { type RefObject, useRef, useState } from 'react';
import { files } from '../data/files.ts';
import { useMutation } from '../data/mutation.ts';
import { fieldErrorsIn, isUnreachable, sentenceOf, tooLargeIn } from '../data/problems.ts';
import { useInvalidEntry } from '../form/form-context.ts';
import { useServiceWords } from '../form/service-words.ts';
import { useMay } from '../session.tsx';
import { fileTexts } from '../texts/files.ts';
import { formTexts } from '../texts/form.ts';
import { useLanguage } from '../texts/language.tsx';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { FileActions, FileValue } from './file-value.tsx';
import { commonOf, type ValueInputProps } from './value-input.tsx';

/** A file that was just uploaded cannot be read yet: nothing refers to it. The browser still has it. */
interface Uploaded {
  readonly id: string;
  readonly file: File;
}

export function FileInput(props: ValueInputProps) {
  const { label, value, onChange } = props;
  const t = useTexts(fileTexts);
  const button = useRef<HTMLButtonElement>(null);
  const [uploaded, setUploaded] = useState<Uploaded | null>(null);
  const upload = useMutation({
    mutationFn: async (file: File) => ({ id: (await files.upload(file)).id, file }),
    onSuccess: (made) => {
      setUploaded(made);
      onChange({ id: made.id });
    },
  });
  const wordsOn = useUploadWords();
  const isUnfinished = upload.isPending || upload.isError;
  const message = upload.isPending ? t.uploading : wordsOn(upload.error);
  useInvalidEntry(isUnfinished ? { label, message, element: () => button.current } : null);
  const id = (value as { readonly id?: string } | null | undefined)?.id ?? null;
  const common = commonOf(props);
  const own = uploaded !== null && uploaded.id === id ? uploaded.file : null;
  return (
    <Input.Wrapper
      {...common}
      labelElement="div"
      {...(upload.isError && { error: message })}
      role="group"
      aria-label={label}
    >
      <Stack gap={6} mt={4}>
        {own && <FileActions fileName={own.name} contentType={own.type} read={() => contentOf(own)} />}
        {id !== null && !own && <FileValue id={id} />}
        <FileButtons
          button={button}
          hasFile={id !== null}
          isRemovable={id !== null || upload.isError}
          isBusy={upload.isPending}
          onChoose={(file) => upload.mutate(file)}
          onRemove={() => {
            upload.reset();
            onChange(null);
          }}
        />
      </Stack>
    </Input.Wrapper>
  );
}

interface FileButtonsProps {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly hasFile: boolean;
  readonly isRemovable: boolean;
  readonly isBusy: boolean;
  readonly onChoose: (file: File) => void;
  readonly onRemove: () => void;
}

function FileButtons({ button, hasFile, isRemovable, isBusy, onChoose, onRemove }: FileButtonsProps) {
  const t = useTexts(fileTexts);
  const shell = useTexts(shellTexts);
  const may = useMay();
  return (
    <Group gap="xs">
      {may(declaration, 'create') && (
        <FileButton onChange={(file) => file && onChoose(file)}>
          {({ onClick }) => (
            <Button
              ref={button}
              data-field
              size="xs"
              variant="default"
              leftSection={<IconUpload size={14} />}
              loading={isBusy}
              onClick={onClick}
            >
              {hasFile ? t.replace : t.choose}
            </Button>
          )}
        </FileButton>
      )}
      {isRemovable && (
        <Button size="xs" variant="subtle" color="red" onClick={onRemove}>
          {shell.delete}
        </Button>
      )}
    </Group>
  );
}

const contentOf = async (file: File) => ({
  contentType: file.type,
  bytes: new Uint8Array(await file.arrayBuffer()),
});

function useUploadWords(): (error: unknown) => string {
  const worded = useServiceWords();
  const { locale } = useLanguage();
  const t = useTexts(fileTexts);
  const { offlineSave } = useTexts(formTexts);
  return (error) => {
    const [message = tooLargeIn(error)] = Object.values(fieldErrorsIn(error));
    if (message !== null) return `${t.refused} ${worded(message)}`;
    return isUnreachable(error) ? offlineSave : sentenceOf(error, locale);
  };
}
