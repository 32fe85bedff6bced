/** Many concurrent uploads; then every byte is read back and compared. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { buffer, json } from 'node:stream/consumers';

export interface UploadLoad {
  readonly port: number;
  /** The process of the service, whose memory is measured. */
  readonly pid: number;
  readonly token: string;
  /** Files of 1 MB, all sent at once. */
  readonly count: number;
  /** One more file of this size at the same time. */
  readonly largeBytes: number;
  /** Addresses of employments that refer to the files in turn, so that they can be read back. */
  readonly employments: readonly string[];
}

export interface UploadResult {
  readonly uploadSeconds: number;
  readonly downloadSeconds: number;
  readonly memoryMbBefore: number;
  /** The peak memory of the process until the last response to an upload, as the kernel reports it. */
  readonly memoryMbUploading: number;
  /** The same until the end. */
  readonly memoryMbMax: number;
  /** Statuses other than 201. */
  readonly refused: readonly number[];
  /** Files that were read back with other content. */
  readonly differing: number;
}

const megabyte = 1_000_000;

export async function uploadsAtOnce(load: UploadLoad): Promise<UploadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.count + 1 });
  const memoryMbBefore = memoryOf(load.pid, 'VmRSS');
  const sizes = [load.largeBytes, ...Array.from({ length: load.count }, () => megabyte)];
  const startedMs = performance.now();
  const sent = await Promise.all(sizes.map((size, number) => upload(load, agent, number, size)));
  const uploadedMs = performance.now();
  const memoryMbUploading = memoryOf(load.pid, 'VmHWM');
  const differing = await downloads(load, agent, sent);
  const readMs = performance.now();
  agent.destroy();
  return {
    uploadSeconds: (uploadedMs - startedMs) / 1000,
    downloadSeconds: (readMs - uploadedMs) / 1000,
    memoryMbBefore,
    memoryMbUploading,
    memoryMbMax: memoryOf(load.pid, 'VmHWM'),
    refused: sent.map(({ status }) => status).filter((status) => status !== 201),
    differing,
  };
}

function memoryOf(pid: number, line: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${line}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1000);
}

interface Sent {
  readonly id: string;
  readonly status: number;
  readonly sha256: string;
}

/** Shared by all files: a thousand separate ones would fill the memory of the sender. */
const filling = Buffer.alloc(megabyte, 'Bytes that say nothing, over and over again. ');

/** The bytes of a file, with a unique beginning. */
function* bytesOf(number: number, size: number): Generator<Buffer> {
  const beginning = Buffer.from(`%PDF-1.7 file ${number}\n`);
  yield beginning;
  for (let left = size - beginning.length; left > 0; left -= megabyte) yield filling.subarray(0, left);
}

async function upload(load: UploadLoad, agent: Agent, number: number, size: number): Promise<Sent> {
  const head = `--b\r\nContent-Disposition: form-data; name="form"; filename="${number}.pdf"\r\n\r\n`;
  const tail = '\r\n--b--\r\n';
  const asked = ask(load, agent, 'POST', '/svc-api/files', {
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': String(head.length + size + tail.length),
  });
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
  const hash = createHash('sha256');
  asked.write(head);
  for (const chunk of bytesOf(number, size)) {
    hash.update(chunk);
    // After an early refusal the rest is not sent.
    if (!asked.write(chunk) && size > megabyte) await Promise.race([once(asked, 'drain'), answered]);
  }
  asked.end(tail);
  const [answer] = await answered;
  const { id } = (await json(answer)) as { id: string };
  return { id, status: answer.statusCode ?? 0, sha256: hash.digest('hex') };
}

function ask(
  { port, token }: UploadLoad,
  agent: Agent,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): ClientRequest {
  return request({
    host: '127.0.0.1',
    port,
    agent,
    method,
    path,
    headers: { authorization: `Bearer ${token}`, 'api-version': '2024-11-01', ...headers },
  });
}

/** Each worker sets its files one by one as the document of an employment. Returns how many have other content. */
async function downloads(load: UploadLoad, agent: Agent, sent: readonly Sent[]): Promise<number> {
  const left = sent.filter(({ status }) => status === 201);
  let differing = 0;
  const worker = async (employment: string) => {
    for (let file = left.pop(); file; file = left.pop()) {
      const body = JSON.stringify({ document: { id: file.id } });
      const type = { 'content-type': 'application/json', 'content-length': String(body.length) };
      const named = ask(load, agent, 'PATCH', `${employment}?include=links`, type);
      named.end(body);
      const [answer] = (await once(named, 'response')) as [IncomingMessage];
      const { links } = (await json(answer)) as { links: { document: { href: string } } };
      const { pathname, search } = new URL(links.document.href);
      const read = ask(load, agent, 'GET', `${pathname}${search}&disposition=attachment`).end();
      const [content] = (await once(read, 'response')) as [IncomingMessage];
      const bytes = await buffer(content);
      if (createHash('sha256').update(bytes).digest('hex') !== file.sha256) differing += 1;
    }
  };
  await Promise.all(load.employments.map(worker));
  return differing;
}
