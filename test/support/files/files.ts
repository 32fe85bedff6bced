/** Helpers for stories about files: uploads, downloads, images, and the content of the storage. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { apiHeaders, type CallOptions, type Reply } from '../calls.ts';
import type { Row } from '../example-row.ts';
import type { TestClient } from '../service.ts';

export interface Upload {
  readonly bytes?: Buffer;
  readonly fileName?: string;
  readonly contentType?: string;
  readonly headers?: CallOptions['headers'];
}

export const somePdf = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\n%%EOF\n');

export function formOf({ bytes = somePdf, fileName = 'contract.pdf', contentType = 'application/pdf' }: Upload = {}) {
  const form = new FormData();
  form.set('form', new File([new Uint8Array(bytes)], fileName, { type: contentType }));
  return form;
}

export const upload = (client: TestClient, { headers, ...file }: Upload = {}): Promise<Reply> =>
  client.call('POST', '/svc-api/files', { body: formOf(file), ...(headers && { headers }) });

export async function uploaded(client: TestClient, file: Upload = {}): Promise<Row> {
  const reply = await upload(client, file);
  if (reply.status !== 201) throw new Error(`The upload answers ${reply.status}: ${reply.text}`);
  return reply.body;
}

export interface Download {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** The whole response as bytes. */
export async function download(
  client: TestClient,
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Download> {
  const answer = await fetch(url, { method, headers: { ...apiHeaders(client.token), ...headers } });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** The address with its token, from the links of the row that refers to the file. */
export async function linkOf(client: TestClient, path: string, key: string): Promise<string> {
  const { body } = await client.call('GET', `${path}?include=links`);
  return body.links[key].href;
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 80, b: 40 } } });

export const somePng = (width = 600, height = 400): Promise<Buffer> => picture(width, height).png().toBuffer();
export const someJpeg = (width = 600, height = 400): Promise<Buffer> => picture(width, height).jpeg().toBuffer();

/** The files below a folder, including drafts; without the ownership mark. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name !== '.installation')
    .map(({ parentPath, name }) => join(parentPath, name));
}
