import { describe, expect, it } from 'vitest';
import { Problem } from '../problem.ts';
import { type DeclaredFile, declaredFile, type PartHeaders } from './uploaded-name.ts';

/** As the parser returns it: one character for each byte. */
const bytesOf = (text: string) => Buffer.from(text).toString('latin1');

const headersOf = (disposition: string, more: PartHeaders = {}): PartHeaders => ({
  'content-disposition': [bytesOf(`form-data; name="form"; ${disposition}`)],
  ...more,
});

function refusalOf(headers: PartHeaders): unknown {
  try {
    return declaredFile(headers);
  } catch (error) {
    return error instanceof Problem ? error.errors : error;
  }
}

describe('the name of an upload', () => {
  it.each([
    ['filename="a.txt"', 'a.txt'],
    ['filename=a.txt', 'a.txt'],
    ['FileName="a.txt"', 'a.txt'],
    [`filename="plain.txt"; filename*=UTF-8''%E2%82%AC%20rates.txt`, '€ rates.txt'],
    [`filename*=UTF-8''%E2%82%AC%20rates.txt; filename="plain.txt"`, '€ rates.txt'],
    [`filename*=ISO-8859-1''M%FCller.txt; filename="plain.txt"`, 'Müller.txt'],
    [`filename*=UTF-8''%FF; filename="plain.txt"`, 'plain.txt'],
    ['filename="Müller 名前.txt"', 'Müller 名前.txt'],
    ['filename="C:\\\\Users\\\\nora\\\\a.txt"', 'a.txt'],
    ['filename="C:\\Users\\nora\\a.txt"', 'a.txt'],
    ['filename="../../etc/a.txt"', 'a.txt'],
    [`filename*=UTF-8''..%2F..%2Fa.txt`, 'a.txt'],
    ['filename="a\tb\u0001c\u007f\u0085.txt"', 'abc.txt'],
    [`filename*=UTF-8''a%0D%0ASet-Cookie:%20b%00.txt`, 'aSet-Cookie: b.txt'],
    ['filename="annual\u202Efdp.txt"', 'annualfdp.txt'],
    ['filename="say %22hi%22; now.txt"', 'say "hi"; now.txt'],
    ['filename="say \\"hi\\".txt"', 'say "hi".txt'],
    ['filename="  a b.txt "', 'a b.txt'],
    ['filename=".env.txt"', '.env.txt'],
    [`filename="${'x'.repeat(251)}.txt"`, `${'x'.repeat(251)}.txt`],
    [`filename="${'😀'.repeat(251)}.txt"`, `${'😀'.repeat(251)}.txt`],
  ])('%s is %s', (disposition, name) => {
    expect(declaredFile(headersOf(disposition)).fileName).toBe(name);
  });

  it('of an old program may have one byte for each character', () => {
    expect(declaredFile({ 'content-disposition': ['form-data; name="form"; filename="M\xfcller.txt"'] }).fileName).toBe(
      'Müller.txt',
    );
  });

  it.each([
    ['filename=""', 'The filename is empty.'],
    ['filename="a/"', 'The filename is empty.'],
    ['filename="."', 'The filename is empty.'],
    ['filename="a/.."', 'The filename is empty.'],
    ['filename=" \t "', 'The filename is empty.'],
    [`filename="${'x'.repeat(252)}.txt"`, 'The filename must have at most 255 characters.'],
    ['size=5', 'Must be a file: the Content-Disposition of the part names no filename.'],
    ['filename="a.txt', 'Must be a file: the Content-Disposition of the part names no filename.'],
  ])('must not be %s', (disposition, message) => {
    expect(refusalOf(headersOf(disposition))).toEqual({ form: [message] });
  });
});

const text: DeclaredFile['contentType'] = 'text/plain';
const unknown = 'The part needs a Content-Type, or a filename whose extension tells the type.';

describe('the type of an upload', () => {
  it.each([
    ['a.txt', 'TEXT/Plain; charset=utf-8', text],
    ['a.pdf', 'text/plain', text],
    ['a.txt', 'application/octet-stream', text],
    ['a.txt', 'Application/Octet-Stream; x=y', text],
    ['a.csv', undefined, 'text/csv'],
    ['a.b.JSON', '', 'application/json'],
    ['a.docx', undefined, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.bin', 'APPLICATION/VND.MS-EXCEL.SHEET.MACROENABLED.12', 'application/vnd.ms-excel.sheet.macroEnabled.12'],
  ])('of %s as %j is %s', (name, sent, type) => {
    const headers = headersOf(`filename="${name}"`, sent === undefined ? {} : { 'content-type': [sent] });
    expect(declaredFile(headers).contentType).toBe(type);
  });

  it.each([
    ['a.txt', 'image/avif', 'Files of the type "image/avif" are not accepted.'],
    ['a.txt', 'nonsense', 'Files of the type "nonsense" are not accepted.'],
    ['a.bin', 'application/octet-stream', unknown],
    ['README', undefined, unknown],
    ['a.', undefined, unknown],
    ['a.__proto__', undefined, unknown],
  ])('of %s as %j is refused', (name, sent, message) => {
    const headers = headersOf(`filename="${name}"`, sent === undefined ? {} : { 'content-type': [sent] });
    expect(refusalOf(headers)).toEqual({ form: [message] });
  });

  it('is of no use for what is not sent as it is', () => {
    const encoded = (encoding: string) => headersOf('filename="a.txt"', { 'content-transfer-encoding': [encoding] });
    expect(refusalOf(encoded('base64'))).toEqual({
      form: ['Must be sent as it is, without a Content-Transfer-Encoding.'],
    });
    expect(declaredFile(encoded('8BIT')).fileName).toBe('a.txt');
  });
});
