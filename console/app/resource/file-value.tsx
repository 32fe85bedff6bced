/** A file that a row refers to: its name, a preview of images and PDF documents, and a download. */
import { Button, Group, Image, Loader, Text } from '@mantine/core';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { IconDownload, IconEye, IconFile } from '@tabler/icons-react';
import { createContext, use, useState } from 'react';
import { type FileContent, readFile, useFileFacts } from '../data/files.ts';
import { useMutation } from '../data/mutation.ts';
import { useErrorWords } from '../form/error-words.ts';
import { fileTexts } from '../texts/files.ts';
import { useTexts } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { notifyError } from '../ui/notify.ts';

/** The row whose links lead to its files; null where there is none yet. */
export interface FileOwner {
  readonly resource: Resource;
  readonly id: string;
}

export const FileOwnerContext = createContext<FileOwner | null>(null);

export function FileValue({ id }: { readonly id: string }) {
  const owner = use(FileOwnerContext);
  return owner ? <OwnedFile id={id} owner={owner} /> : <FileName name={null} />;
}

function OwnedFile({ id, owner }: { readonly id: string; readonly owner: FileOwner }) {
  const facts = useFileFacts(owner, id);
  if (facts.isPending) return <Loader size={14} />;
  if (!facts.data) return <FileName name={null} />;
  return <FileActions {...facts.data} read={(as) => readFile(owner, id, as)} />;
}

export function FileName({ name }: { readonly name: string | null }) {
  const t = useTexts(fileTexts);
  return (
    <Text size="sm" component="span" style={{ overflowWrap: 'anywhere' }}>
      <IconFile size={15} style={{ verticalAlign: '-2px' }} /> {name ?? t.file}
    </Text>
  );
}

interface FileActionsProps {
  readonly fileName: string;
  readonly contentType: string;
  readonly read: (as: 'original' | 'preview') => Promise<FileContent>;
}

const isImage = (type: string): boolean => /^image\/(png|jpe?g|gif|webp|tiff?)$/.test(type);
/** No browser shows it: the service makes a reduced picture of it. */
const isReduced = (type: string): boolean => /^image\/tiff?$/.test(type);
const isPdf = (type: string): boolean => type === 'application/pdf';

export function FileActions({ fileName, contentType, read }: FileActionsProps) {
  const t = useTexts(fileTexts);
  const wordsOf = useErrorWords();
  const [picture, setPicture] = useState<string | null>(null);
  const onError = (error: unknown) => notifyError(wordsOf(error));
  const look = useMutation({
    // The log of reads names who has seen an original; a reduced picture is not in it.
    mutationFn: () => read(isReduced(contentType) ? 'preview' : 'original'),
    onSuccess: (content) => (isImage(contentType) ? setPicture(urlOf(content)) : openApart(content)),
    onError,
  });
  const download = useMutation({
    mutationFn: () => read('original'),
    onSuccess: (content) => saveAs(content, fileName),
    onError,
  });
  return (
    <Group gap="xs">
      <FileName name={fileName} />
      {(isImage(contentType) || isPdf(contentType)) && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconEye size={14} />}
          loading={look.isPending}
          onClick={() => look.mutate()}
        >
          {t.preview}
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconDownload size={14} />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {t.download}
      </Button>
      <Dialog isOpen={picture !== null} onClose={() => setPicture(null)} size="auto" title={fileName}>
        {picture !== null && <Image src={picture} alt={fileName} mah="75vh" fit="contain" />}
      </Dialog>
    </Group>
  );
}

const urlOf = ({ bytes, contentType }: FileContent): string =>
  URL.createObjectURL(new Blob([bytes as BlobPart], { type: contentType }));

/** In another tab: no page of the console may show a frame. */
function openApart(content: FileContent): void {
  const url = urlOf(content);
  window.open(url, '_blank', 'noopener');
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function saveAs(content: FileContent, fileName: string): void {
  const url = urlOf(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
