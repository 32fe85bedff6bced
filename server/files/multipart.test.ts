/** Uploads as they come over the wire, good and bad, in pieces of every size. */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contractPart, form, part, type UploadServer, uploadServer } from '../../test/support/files/upload-server.ts';

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(500)]);

let server: UploadServer;

beforeAll(async () => {
  server = await uploadServer({ bodyBytesMax: 3_000_000, silenceMs: 5000 });
});
afterAll(() => server.stop());
beforeEach(() => server.reset());

async function refusal(body: Buffer<ArrayBuffer>, type?: string): Promise<[number, unknown]> {
  const answer = await server.send(body, type);
  expect(server.isKept).toBe(false);
  return [answer.status, JSON.parse(await answer.text())];
}

describe('an upload', () => {
  it('is received as it is, with its name, type, size and digest', async () => {
    expect((await server.send(form(contractPart, pdf))).status).toBe(201);
    expect(await server.outcome.promise).toEqual({
      fileName: 'contract.pdf',
      contentType: 'application/pdf',
      size: pdf.length,
      sha256: createHash('sha256').update(pdf).digest(),
    });
    expect(Buffer.concat(server.kept).equals(pdf)).toBe(true);
  });

  it('may come from a browser', async () => {
    const body = new FormData();
    const bytes = randomBytes(300_000);
    body.append('form', new File([bytes], 'Vertrag "Ü" 100%.pdf', { type: 'application/PDF' }));
    expect((await server.send(body, null)).status).toBe(201);
    expect(await server.outcome.promise).toMatchObject({
      fileName: 'Vertrag "Ü" 100%.pdf',
      contentType: 'application/pdf',
    });
    expect(Buffer.concat(server.kept).equals(bytes)).toBe(true);
  });

  it.each([1, 2, 3, 7, 64])('may arrive in pieces of %i bytes', async (pieceBytes) => {
    const bytes = Buffer.from('one\r\n--b7c\r\n--b7c2\r\n-\r\r\n--two');
    const body = form(part('name="form"; filename="a.txt"'), bytes);
    const socket = await server.opened(`Content-Length: ${body.length}`);
    socket.setNoDelay(true);
    for (let at = 0; at < body.length; at += pieceBytes) {
      socket.write(body.subarray(at, at + pieceBytes));
      await new Promise(setImmediate);
    }
    expect((await server.outcome.promise).size).toBe(bytes.length);
    expect(Buffer.concat(server.kept).equals(bytes)).toBe(true);
    socket.destroy();
  });

  it('may have a preamble and an epilogue', async () => {
    const body = Buffer.concat([Buffer.from('hello\r\n'), form(contractPart, pdf), Buffer.alloc(300_000, 'bye\r\n')]);
    expect((await server.send(body)).status).toBe(201);
    expect(Buffer.concat(server.kept).equals(pdf)).toBe(true);
  });

  it('may be kept as slowly as one likes, its last bytes too', async () => {
    server.sink = async (bytes) => {
      for await (const chunk of bytes) await delay(20).then(() => server.kept.push(chunk));
    };
    const bytes = randomBytes(500_000);
    expect((await server.send(form(contractPart, bytes))).status).toBe(201);
    expect(Buffer.concat(server.kept).equals(bytes)).toBe(true);
  });
});

const oneFileOnly = 'Must be the one part of the form, be named form, and have a filename.';
const noEnd = 'The form does not end with the boundary that its Content-Type names.';

describe('a form', () => {
  it.each<[string, Buffer<ArrayBuffer>, string]>([
    ['without parts', Buffer.from('--b7c1--\r\n'), oneFileOnly],
    ['without anything', Buffer.alloc(0), noEnd],
    ['with two files', form(contractPart, pdf, '\r\n', contractPart, pdf), oneFileOnly],
    ['with a large file and another', form(contractPart, randomBytes(500_000), '\r\n', contractPart, pdf), oneFileOnly],
    ['with a field after the file', form(contractPart, pdf, '\r\n', part('name="note"'), 'x'), oneFileOnly],
    ['with a field before the file', form(part('name="note"'), 'x\r\n', contractPart, pdf), oneFileOnly],
    ['with a part of another name', form(part('name="file"; filename="a.pdf"'), pdf), oneFileOnly],
    [
      'with an attachment',
      form('--b7c1\r\nContent-Disposition: attachment; name="form"; filename="a.pdf"\r\n\r\n', pdf),
      oneFileOnly,
    ],
    ['with a part that says nothing', form('--b7c1\r\n\r\n', pdf), oneFileOnly],
    ['with a part without an end of its header', form('--b7c1\r\nContent-Disposition: form-data'), oneFileOnly],
    ['with an empty file', form(contractPart), 'The file is empty.'],
    [
      'with another boundary',
      Buffer.from(form(contractPart, pdf).toString('latin1').replaceAll('b7c1', 'b7c2'), 'latin1'),
      noEnd,
    ],
    ['that is cut off', form(contractPart, pdf).subarray(0, -30), noEnd],
    ['that is cut off in its last boundary', form(contractPart, pdf).subarray(0, -4), noEnd],
    ['that is no form', Buffer.from('{"a":1}'), noEnd],
  ])('%s is refused', async (_, body, message) => {
    expect(await refusal(body)).toEqual([400, { form: [message] }]);
  });

  it.each(['application/json', 'multipart/mixed; boundary=b7c1', 'application/x-www-form-urlencoded', 'multipart'])(
    'sent as %s is of an unsupported type',
    async (type) => {
      expect(await refusal(form(contractPart, pdf), type)).toEqual([415, null]);
    },
  );

  it.each(['multipart/form-data', 'multipart/form-data; boundary=', `multipart/form-data; boundary=${'b'.repeat(71)}`])(
    'sent as %s names no boundary',
    async (type) => {
      expect(await refusal(form(contractPart, pdf), type)).toEqual([
        400,
        { 'Content-Type': ['Must name the boundary between the parts, of 1 to 70 ASCII characters.'] },
      ]);
    },
  );
});

describe('the content of an upload', () => {
  it('must be that of its content, however large it is', async () => {
    const zip = Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1'), randomBytes(2_000_000)]);
    const message = 'The content is application/zip, but was sent as image/png.';
    const head = part('name="form"; filename="a.png"', 'Content-Type: image/png');
    expect(await refusal(form(head, zip))).toEqual([400, { form: [message] }]);
    expect(await refusal(form(head, zip.subarray(0, 100)))).toEqual([400, { form: [message] }]);
  });
});
