/**
 * Whether content matches its declared type, judged by its first bytes. Between types of images the bytes decide: browsers
 * and phones often declare the wrong one. Other content is refused only if it is clearly of another type, because many
 * formats have no signature.
 */
import { type FileType, isImageType, isUnspecificType } from '@muster/contract/file-types.ts';
import { fileTypeFromBuffer } from 'file-type';

/** Enough for the beginnings of archives, whose first entries identify an office document. */
export const sampleBytes = 65_536;

/** Formats that can be distinguished. An office document is an archive or a compound file, whatever its suite. */
type Family =
  | 'archive'
  | 'bitmap'
  | 'compound'
  | 'executable'
  | 'film'
  | 'gif'
  | 'heif'
  | 'icon'
  | 'jpeg'
  | 'jpeg 2000'
  | 'pdf'
  | 'png'
  | 'rar'
  | 'sevenZip'
  | 'shape'
  | 'sound'
  | 'text'
  | 'tiff'
  | 'webp';

/** By the names of the recognizer. A missing one is a separate format, which no accepted type matches. */
const recognized: readonly (readonly [Family, RegExp])[] = [
  ['png', /^image\/a?png$/],
  ['jpeg', /^image\/jpeg$/],
  ['gif', /^image\/gif$/],
  ['bitmap', /^image\/bmp$/],
  ['webp', /^image\/webp$/],
  ['icon', /^image\/x-icon$/],
  // Raw camera images have the structure of TIFF.
  ['tiff', /^image\/(tiff|x-(canon|sony|adobe|nikon|olympus|panasonic|fujifilm)-\w+)$/],
  ['heif', /^image\/(hei[cf](-sequence)?|avif)$/],
  ['jpeg 2000', /^image\/(jp[2xm]|mj2|j2c)$/],
  ['sound', /^audio\/mpeg$/],
  ['film', /^(video|audio)\/(mp4|quicktime|x-m4[va]|3gpp2?)$/],
  ['pdf', /^application\/pdf$/],
  ['rar', /^application\/x-rar-compressed$/],
  ['sevenZip', /^application\/x-7z-compressed$/],
  ['compound', /^application\/(x-cfb|vnd\.ms-outlook)$/],
  ['executable', /^application\/(x-msdownload|x-elf|x-mach-binary|vnd\.ms-cab-compressed)$/],
  ['shape', /^model\/stl$/],
  ['text', /^(application\/(xml|rtf|postscript|eps|x-ms-regedit)|text\/(calendar|vcard|vtt))$/],
  [
    'archive',
    /^application\/(zip|epub\+zip|java-archive|x-xpinstall|vnd\.(oasis|openxmlformats|visio|android|apple|ms-(word|excel|powerpoint))\b.*)$|^model\/3mf$/,
  ],
];

const text: readonly Family[] = ['text'];
/** Old suites use one name for old and new formats, and plain text for tables. */
const office: readonly Family[] = ['compound', 'archive', 'text'];
const jpeg: readonly Family[] = ['jpeg'];
const archive: readonly Family[] = ['archive'];

/** What a type may contain. Missing types are texts; null: anything. */
const expected: Readonly<Partial<Record<FileType, readonly Family[] | null>>> = {
  'image/png': ['png'],
  'image/x-png': ['png'],
  'image/jpeg': jpeg,
  'image/jpe': jpeg,
  'image/jpg': jpeg,
  'image/pjpeg': jpeg,
  'image/gif': ['gif'],
  'image/bmp': ['bitmap'],
  'image/x-ms-bmp': ['bitmap'],
  'image/tif': ['tiff'],
  'image/tiff': ['tiff'],
  'image/x-dcraw': ['tiff'],
  'image/x-panasonic-raw': ['tiff'],
  'image/webp': ['webp'],
  'image/heic': ['heif'],
  'image/heif': ['heif'],
  'image/x-jb2': [],
  'image/x-jbig2': [],
  'image/x-jpf': ['jpeg 2000'],
  'image/x-pcx': [],
  'image/x-icon': ['icon', 'png', 'bitmap'],
  'image/vnd.microsoft.icon': ['icon', 'png', 'bitmap'],
  'image/x-portable-anymap': [],
  'audio/mpeg': ['sound'],
  'video/mp4': ['film'],
  'application/vnd.ms-outlook': ['compound', 'text'],
  'application/pdf': ['pdf'],
  'application/x-pdf': ['pdf'],
  // Drawing programs save a PDF under the extension of PostScript.
  'application/postscript': ['text', 'pdf'],
  'application/vnd.ms-xpsdocument': archive,
  'application/msword': office,
  'application/xls': office,
  'application/ms-excel': office,
  'application/vnd.ms-office': office,
  'application/vnd.ms-word': office,
  'application/vnd.ms-powerpoint': office,
  'application/vnd.ms-excel': office,
  'application/oleobject': office,
  'application/vnd.ms-excel.sheet.binary.macroEnabled.12': office,
  'application/vnd.ms-excel.sheet.macroEnabled.12': office,
  'application/vnd.oasis.opendocument.text': office,
  'application/vnd.oasis.opendocument.spreadsheet': office,
  'application/vnd.oasis.opendocument.presentation': office,
  'application/vnd.oasis.opendocument.graphics': office,
  // With a password, these are compound files too.
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': office,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': office,
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': office,
  'application/vnd.openxmlformats-officedocument.presentationml.slideshow': office,
  'application/vnd.openxmlformats-officedocument.presentationml.template': office,
  'application/x-iwork-keynote-sffkey': archive,
  'application/zip': archive,
  'application/x-zip-compressed': archive,
  'application/x-7z-compressed': ['sevenZip'],
  'application/rar': ['rar'],
  'application/x-rar': ['rar'],
  'application/pkcs7-signature': text,
  'application/vnd.ms-pki.stl': ['shape', 'text'],
  'application/x-msdownload': ['executable', 'compound', 'archive', 'text'],
  // Another kind of text has the same extension.
  'application/x-sega-pico-rom': null,
};

/** Recognized by a dozen bits, which other content may have by chance. */
const chance = /^(audio\/(mpeg|aac|vnd\.dolby\.dd-raw)|video\/MP[12][PS])$/;

/** The stored type of an image that was declared as another image. */
const imageTypes: Readonly<Partial<Record<Family, FileType>>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bitmap: 'image/bmp',
  webp: 'image/webp',
  icon: 'image/x-icon',
  tiff: 'image/tiff',
  heif: 'image/heic',
  'jpeg 2000': 'image/x-jpf',
};

export type JudgedContent = { readonly type: FileType } | { readonly error: string };

/** The type to store, or a sentence that names both types. */
export async function judgedContent(declared: FileType, sample: Buffer): Promise<JudgedContent> {
  if (isUnspecificType(declared)) return { type: declared };
  const found = await recognizedType(sample);
  if (found === undefined || chance.test(found)) return unrecognized(declared, sample);
  const allowed = expected[declared] === undefined ? text : expected[declared];
  const family = recognized.find(([, names]) => names.test(found))?.[0];
  if (allowed === null || (family !== undefined && allowed.includes(family))) {
    return family === 'text' && isImageType(declared) ? unrecognized(declared, sample) : { type: declared };
  }
  // Text may begin like a picture: a table whose first column is called BMI is not a bitmap.
  if (allowed.includes('text') && isText(sample)) return unrecognized(declared, sample);
  const image = family && isImageType(declared) && found !== 'image/avif' ? imageTypes[family] : undefined;
  return image ? { type: image } : { error: `The content is ${found}, but was sent as ${declared}.` };
}

/** Raw images of cameras, and formats without a signature. */
const isVaried = /^image\/x-(dcraw|panasonic-raw|jb2|jbig2|pcx|portable-anymap)$/;

function unrecognized(declared: FileType, sample: Buffer): JudgedContent {
  const isImage =
    declared === 'image/svg+xml' ? isDrawing(sample) : isVaried.test(declared) && (!isText(sample) || isMap(declared));
  if (!isImageType(declared) || isImage) return { type: declared };
  return { error: `The content is not an image, but was sent as ${declared}.` };
}

/** Portable anymaps may be written as text. */
const isMap = (declared: FileType): boolean => declared === 'image/x-portable-anymap';

/** In any encoding: wide characters are read without their zeros. */
const isDrawing = (sample: Buffer): boolean =>
  /<(\w+:)?svg[\s>/]/i.test(sample.toString('latin1').replaceAll('\0', ''));

async function recognizedType(sample: Buffer): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(sample))?.mime;
  } catch {
    // The signature is there, but the rest does not match.
    return undefined;
  }
}

/** Without control bytes other than tab, line breaks, form feed, end of file and escape. */
function isText(sample: Buffer): boolean {
  return !sample.some((byte) => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1a && byte !== 0x1b);
}
