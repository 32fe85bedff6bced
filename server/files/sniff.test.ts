/** Real beginnings of files, each held against the types it may and may not be sent as. */
import { randomBytes } from 'node:crypto';
import { type FileType, fileTypes, isUnspecificType } from '@muster/contract/file-types.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { judgedContent } from './sniff.ts';

const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#c81e3c' } });
const bytes = (text: string, length = 600): Buffer =>
  Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(length)]);

/** An archive whose entries have names and are empty. */
function zip(...names: readonly (string | readonly [string, string])[]): Buffer {
  const entries = names.map((entry) => {
    const [name, content] = typeof entry === 'string' ? [entry, ''] : entry;
    const head = Buffer.alloc(30);
    head.write('PK\x03\x04', 'latin1');
    head.writeUInt16LE(20, 4);
    head.writeUInt32LE(content.length, 18);
    head.writeUInt32LE(content.length, 22);
    head.writeUInt16LE(name.length, 26);
    return Buffer.concat([head, Buffer.from(name), Buffer.from(content)]);
  });
  return Buffer.concat([...entries, Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
}

const isoFile = (brand: string): Buffer => bytes(`\0\0\0\x18ftyp${brand}\0\0\0\0${brand}mif1`);

const compound = bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');
const samples: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  png: () => picture.png().toBuffer(),
  jpeg: () => picture.jpeg().toBuffer(),
  gif: () => picture.gif().toBuffer(),
  webp: () => picture.webp().toBuffer(),
  tiff: () => picture.tiff().toBuffer(),
  avif: () => picture.avif().toBuffer(),
  bmp: () => bytes('BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0'),
  icon: () => bytes('\0\0\x01\0\x01\0\x10\x10'),
  heic: () => isoFile('heic'),
  mp4: () => isoFile('isom'),
  mp3: () => bytes('\xff\xfb\x90\x44'),
  pdf: () => bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'),
  postscript: () => Buffer.from('%!PS-Adobe-3.0\n'),
  rtf: () => Buffer.from('{\\rtf1\\ansi Hello}'),
  zip: () => zip('readme.txt'),
  docx: () => zip(['[Content_Types].xml', contentTypes('wordprocessingml.document')], 'word/document.xml'),
  xlsx: () => zip(['[Content_Types].xml', contentTypes('spreadsheetml.sheet')], 'xl/workbook.xml'),
  odt: () => zip(['mimetype', 'application/vnd.oasis.opendocument.text'], 'content.xml'),
  compound: () => compound,
  sevenZip: () => bytes('7z\xbc\xaf\x27\x1c\0\x04'),
  rar: () => bytes('Rar!\x1a\x07\x01\0'),
  executable: () => bytes('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff'),
  gzip: () => bytes('\x1f\x8b\x08\0\0\0\0\0'),
  sqlite: () => bytes('SQLite format 3\0'),
  svg: () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
  html: () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  json: () => Buffer.from('{"a":1}'),
  calendar: () => Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n'),
  words: () => Buffer.from('Dear Nora,\n'),
  wideWords: () => Buffer.from('\ufeffDear Nora,\n', 'utf16le'),
  nothingKnown: () => Buffer.concat([Buffer.from([0x00, 0x99]), Buffer.alloc(500, 7)]),
};

const contentTypes = (kind: string) =>
  `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`;

async function bytesOf(sample: string): Promise<Buffer> {
  const make = samples[sample];
  if (make === undefined) throw new Error(`There is no sample ${sample}.`);
  return make();
}

const isRefused = async (sample: string, declared: FileType): Promise<boolean> =>
  'error' in (await judgedContent(declared, await bytesOf(sample)));

async function isAgreed(sample: string, declared: FileType): Promise<boolean> {
  const judged = await judgedContent(declared, await bytesOf(sample));
  return 'type' in judged && judged.type === declared;
}

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describe('a content', () => {
  it.each<[string, readonly FileType[]]>([
    ['png', ['image/png', 'image/x-png']],
    ['jpeg', ['image/jpeg', 'image/jpg', 'image/jpe', 'image/pjpeg']],
    ['gif', ['image/gif']],
    ['webp', ['image/webp']],
    ['tiff', ['image/tiff', 'image/tif', 'image/x-dcraw', 'image/x-panasonic-raw']],
    ['bmp', ['image/bmp', 'image/x-ms-bmp']],
    ['icon', ['image/x-icon', 'image/vnd.microsoft.icon']],
    ['heic', ['image/heic', 'image/heif']],
    ['mp4', ['video/mp4']],
    ['mp3', ['audio/mpeg']],
    ['pdf', ['application/pdf', 'application/x-pdf', 'application/postscript']],
    ['postscript', ['application/postscript', 'text/plain']],
    ['rtf', ['application/rtf', 'text/rtf', 'application/msword']],
    ['zip', ['application/zip', 'application/x-zip-compressed', docx, 'application/vnd.ms-xpsdocument']],
    ['docx', [docx, 'application/zip', 'application/msword', 'application/vnd.ms-word']],
    ['xlsx', [xlsx, 'application/vnd.ms-excel', 'application/vnd.ms-excel.sheet.macroEnabled.12']],
    ['odt', ['application/vnd.oasis.opendocument.text', 'application/zip']],
    [
      'compound',
      ['application/msword', 'application/vnd.ms-outlook', 'application/xls', 'application/vnd.ms-powerpoint', docx],
    ],
    ['sevenZip', ['application/x-7z-compressed']],
    ['rar', ['application/x-rar', 'application/rar']],
    ['executable', ['application/x-msdownload']],
    ['svg', ['image/svg+xml', 'application/xml', 'text/xml', 'text/plain']],
    ['html', ['text/html', 'text/plain', 'application/hta']],
    ['json', ['application/json', 'text/plain']],
    ['calendar', ['text/calendar', 'text/plain']],
    ['words', ['text/plain', 'text/csv', 'text/markdown', 'application/vnd.ms-excel', 'message/rfc822']],
    ['wideWords', ['text/plain', 'text/csv']],
  ])('that is %s agrees with every type of its kind', async (sample, declared) => {
    for (const type of declared) expect(await isAgreed(sample, type), type).toBe(true);
  });

  it.each<[string, readonly FileType[]]>([
    ['zip', ['image/png', 'text/plain', 'application/pdf', 'image/svg+xml', 'application/json']],
    ['docx', ['image/jpeg', 'application/pdf']],
    ['png', ['application/pdf', 'text/plain', 'text/html', docx]],
    ['avif', ['image/png', 'image/jpeg']],
    ['heic', ['video/mp4']],
    ['words', ['image/png', 'image/jpeg', 'image/svg+xml', 'image/x-pcx']],
    ['nothingKnown', ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml', 'image/heic']],
    ['mp4', ['audio/mpeg', 'image/heic']],
    ['pdf', ['image/png', 'application/msword', 'text/csv']],
    ['compound', ['image/png', 'application/pdf', 'text/plain']],
    ['executable', ['image/png', 'application/pdf', 'text/plain', 'application/zip', 'application/msword']],
    ['sevenZip', ['application/zip', 'application/x-rar']],
    ['gzip', ['application/zip', 'text/csv']],
    ['sqlite', ['text/plain', 'application/pdf']],
    ['svg', ['image/png', 'image/jpeg', 'application/pdf']],
    ['rtf', ['application/pdf', 'image/png']],
  ])('that is %s contradicts types of other kinds', async (sample, declared) => {
    for (const type of declared) expect(await isRefused(sample, type), type).toBe(true);
  });

  it.each<[string, FileType, readonly FileType[]]>([
    ['png', 'image/png', ['image/jpeg', 'image/gif', 'image/svg+xml', 'image/x-pcx']],
    ['jpeg', 'image/jpeg', ['image/png', 'image/heic', 'image/tiff']],
    ['webp', 'image/webp', ['image/jpeg']],
    ['heic', 'image/heic', ['image/jpeg']],
    ['bmp', 'image/bmp', ['image/png']],
  ])('that is %s is kept as %s when it was sent as another image', async (sample, actual, declared) => {
    for (const type of declared)
      expect(await judgedContent(type, await bytesOf(sample)), type).toEqual({ type: actual });
  });

  it('that contradicts is reported by both names', async () => {
    expect(await judgedContent('image/png', zip('readme.txt'))).toEqual({
      error: 'The content is application/zip, but was sent as image/png.',
    });
  });

  it('that nobody recognizes is taken as declared, unless images of this type are recognized', async () => {
    const others = fileTypes.filter(
      (type) => !/^image\/(?!x-(dcraw|panasonic-raw|jb2|jbig2|pcx|portable-anymap))/.test(type),
    );
    for (const type of others) expect(await isAgreed('nothingKnown', type), type).toBe(true);
  });

  it('of any kind may be sent as a type that promises nothing', async () => {
    for (const type of fileTypes.filter(isUnspecificType)) {
      for (const sample of Object.keys(samples))
        expect(await isAgreed(sample, type), `${sample} as ${type}`).toBe(true);
    }
  });

  it('of words may begin like a picture, a program or a sound', async () => {
    for (const beginning of ['BMI;weight;height\n', 'MZ 12 is the code\n', 'ID3;name\n', 'GIF89a is a format\n']) {
      expect(await judgedContent('text/csv', Buffer.from(beginning.repeat(50))), beginning).toEqual({
        type: 'text/csv',
      });
    }
  });

  it('of noise is hardly ever taken for something else', async () => {
    const tries = Array.from({ length: 500 }, () => judgedContent('application/pdf', randomBytes(5000)));
    expect((await Promise.all(tries)).filter((judged) => 'error' in judged).length).toBeLessThan(5);
  });

  it('cut off anywhere does no harm', async () => {
    for (const make of Object.values(samples)) {
      const whole = await make();
      for (const length of [1, 3, 8, 12, 30, 100]) {
        await expect(judgedContent('text/plain', whole.subarray(0, length))).resolves.not.toBeUndefined();
      }
    }
  });
});
