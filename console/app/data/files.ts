/** Files and pictures. An `<img>` cannot send the API version, so pictures are read like other data. */
import { addressOf, newKey } from '@muster/client/collection.ts';
import { type Files, fileMethods, opened } from '@muster/client/files.ts';
import type { Read, Resource } from '@muster/contract/kit/resource.ts';
import { files as declaration } from '@muster/contract/resources/files.ts';
import { portraits } from '@muster/contract/resources/portraits.ts';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from './cache.ts';
import { oneOptions } from './queries.ts';
import { baseUrl, noToken, send, wire } from './service.ts';

export const files: Files = fileMethods({
  wire,
  baseUrl,
  tokenOf: noToken,
  send,
  collection: addressOf(declaration),
  newKey,
});

interface Owner {
  readonly resource: Resource;
  readonly id: string;
}

export interface FileContent {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** A link is valid for half an hour: an older one is read again. */
const linkMs = 10 * 60_000;

/** The link of the row that leads to the file; a row may have several. */
async function linkTo({ resource, id }: Owner, fileId: string): Promise<string> {
  const held = await queryClient.fetchQuery({ ...oneOptions(resource, id), staleTime: linkMs });
  // Links are addresses by name, whatever the resource.
  const links = Object.values((held.value as { readonly links?: object | null }).links ?? {}) as ({
    href: string;
  } | null)[];
  const link = links.find((one) => one?.href.includes(`/files/${fileId}?`));
  if (!link) throw new Error('Nothing leads to this file.');
  return link.href;
}

export async function readFile(owner: Owner, fileId: string, as: 'original' | 'preview'): Promise<FileContent> {
  const { contentType, bytes } = await files.download(await linkTo(owner, fileId), { as });
  return { contentType, bytes: await bytes() };
}

/** Bytes that are no file of the collection, such as an archive. */
export async function readBytes(path: string, contentType: string): Promise<FileContent> {
  const answer = await opened({ wire, baseUrl, tokenOf: noToken }, `${baseUrl}${path}`, contentType, undefined);
  return { contentType, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

/** A file never changes. */
export const useFileFacts = (owner: Owner, fileId: string) =>
  useQuery({
    queryKey: [declaration.type, 'facts', fileId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const link = await linkTo(owner, fileId);
      const { body } = await send({ method: 'GET', path: link.slice(baseUrl.length) });
      // The address of a file answers its representation.
      return body as Read<typeof declaration>;
    },
  });

/** A portrait never changes: another picture is another file. */
export function usePortrait(id: string | null, sizePx: number): string | null {
  const { data } = useQuery({
    queryKey: [portraits.type, 'picture', id, sizePx],
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const link = `${baseUrl}${addressOf(portraits)}/${id}?size=${sizePx}`;
      const { contentType, bytes } = await files.download(link, { as: 'preview', signal });
      // As text, so that it is freed with the cache.
      return dataUrl(contentType, await bytes());
    },
  });
  return data ?? null;
}

function dataUrl(type: string, bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `data:${type};base64,${btoa(binary)}`;
}
