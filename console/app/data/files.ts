/** Files and pictures. An `<img>` cannot send the API version, so pictures are read like other data. */
import { addressOf, newKey } from '@muster/client/collection.ts';
import { type Files, fileMethods } from '@muster/client/files.ts';
import { files as declaration } from '@muster/contract/resources/files.ts';
import { portraits } from '@muster/contract/resources/portraits.ts';
import { useQuery } from '@tanstack/react-query';
import { baseUrl, noToken, send, wire } from './service.ts';

export const files: Files = fileMethods({
  wire,
  baseUrl,
  tokenOf: noToken,
  send,
  collection: addressOf(declaration),
  newKey,
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
