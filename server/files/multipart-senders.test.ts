/** Uploads that are too large or too slow, and senders that go away. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { contractPart, form, part, type UploadServer, uploadServer } from '../../test/support/files/upload-server.ts';

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(500)]);

let server: UploadServer;
/** The same, and impatient. */
let strict: UploadServer;

const limits = { bodyBytesMax: 3_000_000, silenceMs: 5000 };
const strictLimits = { ...limits, silenceMs: 300 };

beforeAll(async () => {
  server = await uploadServer(limits);
  strict = await uploadServer(strictLimits);
});
afterAll(() => {
  server.stop();
  strict.stop();
});
beforeEach(() => {
  server.reset();
  strict.reset();
});

async function refusal(body: Buffer<ArrayBuffer>, type?: string): Promise<[number, unknown]> {
  const answer = await server.send(body, type);
  expect(server.isKept).toBe(false);
  return [answer.status, JSON.parse(await answer.text())];
}

describe('a form', () => {
  it('that announces to be too large is refused before it is read', async () => {
    const socket = await server.opened('Content-Length: 3000001');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 413 [\s\S]*connection: close/i);
  });

  it('that grows too large is refused, and nothing of it is kept', async () => {
    const socket = await server.opened('Transfer-Encoding: chunked');
    const chunk = (bytes: Buffer | string) =>
      socket.write(`${bytes.length.toString(16)}\r\n`) && socket.write(bytes) && socket.write('\r\n');
    chunk(contractPart);
    for (let sent = 0; sent <= 3_000_000; sent += 100_000) chunk(Buffer.alloc(100_000, 'x'));
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 413 /);
    await expect(server.outcome.promise).rejects.toThrow('The body of the request is larger than 3 MB.');
    expect(server.isKept).toBe(false);
  });

  it('of exactly the largest size is received', async () => {
    const around = form(contractPart).length;
    expect((await server.send(form(contractPart, Buffer.alloc(3_000_000 - around, 'x')))).status).toBe(201);
    server.reset();
    expect(await refusal(form(contractPart, Buffer.alloc(3_000_001 - around, 'x')))).toEqual([413, null]);
  });

  it('is refused at once where the rest is not worth waiting for, and the connection serves on', async () => {
    const head = part('name="form"; filename="a.avif"', 'Content-Type: image/avif');
    const body = form(head, Buffer.alloc(2_000_000));
    const socket = await server.opened(`Content-Length: ${body.length}`);
    socket.write(body.subarray(0, 1000));
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 400 /);
    socket.write(body.subarray(1000));
    const good = form(contractPart, pdf);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b7c1\r\n');
    socket.write(`Content-Length: ${good.length}\r\n\r\n`);
    socket.write(good);
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 201 /);
    socket.destroy();
  });
});

describe('the pace of an upload', () => {
  it('comes no faster than it is kept', async () => {
    let taken = 0;
    const gone = Promise.withResolvers<void>();
    strict.sink = async (bytes) => {
      for await (const chunk of bytes) {
        taken += chunk.length;
        await gone.promise;
      }
    };
    const sending = strict.send(form(contractPart, randomBytes(2_900_000)));
    await delay(2 * strictLimits.silenceMs + 100);
    expect(taken).toBeLessThan(300_000);
    gone.resolve();
    expect((await sending).status).toBe(201);
    expect(taken).toBe(2_900_000);
  });

  it('is not that of its keeper', async () => {
    strict.sink = async (bytes) => {
      for await (const chunk of bytes) if (chunk.length > 0) await delay(2.5 * strictLimits.silenceMs);
    };
    expect((await strict.send(form(contractPart, randomBytes(140_000)))).status).toBe(201);
  });

  it.each([0, 10])('that falls silent or sends too slowly is given up: %i bytes at a time', async (pieceBytes) => {
    const socket = await strict.opened('Content-Length: 10000');
    socket.write(contractPart);
    const sending = setInterval(() => socket.write(Buffer.alloc(pieceBytes)), 50);
    const answers: Buffer[] = [];
    socket.on('data', (answer) => answers.push(answer));
    await expect(strict.outcome.promise).rejects.toThrow('One field is not valid.');
    clearInterval(sending);
    await vi.waitFor(() => expect(String(answers)).toContain('The form must arrive with at least 1 KB per second.'));
    socket.destroy();
  });
});

describe('a sender', () => {
  it.each([0, 60, 400, 100_000])('that hangs up after %i bytes of the body leaves nothing behind', async (length) => {
    const body = form(contractPart, randomBytes(200_000));
    const socket = await server.opened(`Content-Length: ${body.length}`);
    socket.write(body.subarray(0, length));
    await delay(30);
    const hungUpAt = performance.now();
    socket.destroy();
    await expect(server.outcome.promise).rejects.toThrow('One field is not valid.');
    expect(performance.now() - hungUpAt).toBeLessThan(limits.silenceMs / 2);
    expect(server.isKept).toBe(false);
  });

  it('that hangs up before its turn has come takes no place of others', async () => {
    const turn = Promise.withResolvers<void>();
    server.turn = turn.promise;
    const socket = await server.opened('Content-Length: 200000');
    socket.write(contractPart);
    await delay(30);
    socket.destroy();
    await delay(100);
    turn.resolve();
    const turnAt = performance.now();
    await expect(server.outcome.promise).rejects.toThrow('One field is not valid.');
    expect(performance.now() - turnAt).toBeLessThan(limits.silenceMs / 2);
  });

  it('gets an error of the service as such', async () => {
    server.sink = async (bytes) => {
      for await (const _ of bytes) throw new Error('The disk is full.');
    };
    const answer = await server.send(form(contractPart, randomBytes(2_000_000)));
    expect([answer.status, await answer.text()]).toEqual([500, 'Error: The disk is full.']);
  });

  it('gets the cause, also if the storage throws another error', async () => {
    const keeping = server.sink;
    server.sink = async (bytes, declared) => {
      try {
        await keeping(bytes, declared);
      } catch {
        throw new Error('The body failed.');
      }
    };
    expect(await refusal(form(contractPart, pdf).subarray(0, -30))).toEqual([
      400,
      { form: ['The form does not end with the boundary that its Content-Type names.'] },
    ]);
  });
});
