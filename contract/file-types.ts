/**
 * The files that may be uploaded: the closed list of content types, in their stored spelling, and their properties.
 * Types are compared without regard to case.
 */

const groups = {
  images: [
    'image/png',
    'image/jpeg',
    'image/jpe',
    'image/jpg',
    'image/pjpeg',
    'image/gif',
    'image/bmp',
    'image/tif',
    'image/tiff',
    'image/webp',
    'image/heic',
    'image/heif',
    'image/svg+xml',
    'image/x-dcraw',
    'image/x-jb2',
    'image/x-jbig2',
    'image/x-jpf',
    'image/x-ms-bmp',
    'image/x-panasonic-raw',
    'image/x-pcx',
    'image/x-icon',
    'image/x-png',
    'image/x-portable-anymap',
    'image/vnd.microsoft.icon',
  ],
  soundAndFilm: ['audio/mpeg', 'video/mp4'],
  text: [
    'text/plain',
    'text/csv',
    'text/rtf',
    'text/calendar',
    'text/comma-separated-values',
    'text/css',
    'text/html',
    'text/xml',
    'text/markdown',
    'text/x-affix',
  ],
  mail: ['message/rfc822', 'application/vnd.ms-outlook'],
  print: [
    'application/pdf',
    'application/x-pdf',
    'application/postscript',
    'application/vnd.hp-hpgl',
    'application/vnd.ms-xpsdocument',
  ],
  office: [
    'application/msword',
    'application/xls',
    'application/ms-excel',
    'application/rtf',
    'application/vnd.ms-office',
    'application/vnd.ms-word',
    'application/vnd.ms-powerpoint',
    'application/vnd.ms-excel',
    'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
    'application/vnd.ms-excel.sheet.macroEnabled.12',
    'application/vnd.oasis.opendocument.text',
    'application/vnd.oasis.opendocument.spreadsheet',
    'application/vnd.oasis.opendocument.presentation',
    'application/vnd.oasis.opendocument.graphics',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.openxmlformats-officedocument.presentationml.slideshow',
    'application/vnd.openxmlformats-officedocument.presentationml.template',
    'application/x-iwork-keynote-sffkey',
    'application/andrew-inset',
    'application/oleobject',
  ],
  archives: [
    'application/zip',
    'application/x-zip-compressed',
    'application/x-7z-compressed',
    'application/rar',
    'application/x-rar',
    'application/mac-binhex40',
  ],
  data: [
    'application/json',
    'application/xml',
    'application/csv',
    'application/x-csv',
    'application/text',
    'application/txt',
    'application/pkcs7-signature',
    'application/vnd.ms-pki.stl',
  ],
  programs: [
    'application/javascript',
    'application/hta',
    'application/x-ms-application',
    'application/x-ms-manifest',
    'application/x-msdownload',
    'application/x-wine-extension-ini',
    'application/x-sega-pico-rom',
  ],
  unspecific: [
    'application/binary',
    'application/download',
    'application/force-download',
    'application/x-download',
    'application/unknown',
    'application/x-unknown',
    'binary/octet-stream',
    'unknown/unknown',
  ],
} as const satisfies Record<string, readonly string[]>;

export type FileType = (typeof groups)[keyof typeof groups][number];

/** Every accepted content type. */
export const fileTypes: readonly FileType[] = Object.values(groups).flat();

const spellings = new Map<string, FileType>(fileTypes.map((type) => [type.toLowerCase(), type]));

/** The accepted type in its stored spelling; undefined: not accepted. */
export const acceptedFileType = (type: string): FileType | undefined => spellings.get(type.toLowerCase());

/** For files without a declared type. If an extension has several types, the most common one. */
const extensions: Readonly<Partial<Record<FileType, string>>> = {
  'image/png': 'png apng',
  'image/jpeg': 'jpg jpeg jpe jfif pjpeg pjp',
  'image/gif': 'gif',
  'image/bmp': 'bmp dib',
  'image/tiff': 'tif tiff',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'image/heif': 'heif',
  'image/svg+xml': 'svg',
  'image/x-dcraw': 'arw cr2 cr3 dng nef orf raf',
  'image/x-jb2': 'jb2',
  'image/x-jbig2': 'jbig2',
  'image/x-jpf': 'jpf jpx',
  'image/x-panasonic-raw': 'raw rw2',
  'image/x-pcx': 'pcx',
  'image/x-portable-anymap': 'pnm pbm pgm ppm',
  'image/vnd.microsoft.icon': 'ico',
  'audio/mpeg': 'mp3 mpga',
  'video/mp4': 'mp4 m4v',
  'text/plain': 'txt text log',
  'text/csv': 'csv',
  'text/calendar': 'ics ical',
  'text/css': 'css',
  'text/html': 'html htm',
  'text/markdown': 'md markdown',
  'text/x-affix': 'aff',
  'message/rfc822': 'eml',
  'application/vnd.ms-outlook': 'msg',
  'application/pdf': 'pdf',
  'application/postscript': 'ps eps ai',
  'application/vnd.hp-hpgl': 'hpgl',
  'application/vnd.ms-xpsdocument': 'xps',
  'application/msword': 'doc dot',
  'application/rtf': 'rtf',
  'application/vnd.ms-powerpoint': 'ppt pps pot',
  'application/vnd.ms-excel': 'xls xlt xla',
  'application/vnd.ms-excel.sheet.binary.macroEnabled.12': 'xlsb',
  'application/vnd.ms-excel.sheet.macroEnabled.12': 'xlsm',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.graphics': 'odg',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.openxmlformats-officedocument.presentationml.slideshow': 'ppsx',
  'application/vnd.openxmlformats-officedocument.presentationml.template': 'potx',
  'application/x-iwork-keynote-sffkey': 'key',
  'application/andrew-inset': 'ez',
  'application/zip': 'zip',
  'application/x-7z-compressed': '7z',
  'application/x-rar': 'rar',
  'application/mac-binhex40': 'hqx',
  'application/json': 'json',
  'application/xml': 'xml xsl xsd',
  'application/pkcs7-signature': 'p7s',
  'application/vnd.ms-pki.stl': 'stl',
  'application/javascript': 'js mjs',
  'application/hta': 'hta',
  'application/x-ms-application': 'application',
  'application/x-ms-manifest': 'manifest',
  'application/x-msdownload': 'exe dll com bat msi',
  'application/x-wine-extension-ini': 'ini',
};

const typesByExtension = new Map(
  fileTypes.flatMap((type) => (extensions[type]?.split(' ') ?? []).map((extension) => [extension, type] as const)),
);

/** The type of the extension of a file name; undefined: none, or an unknown one. */
export function fileTypeOfName(fileName: string): FileType | undefined {
  const dot = fileName.lastIndexOf('.');
  return dot === -1 ? undefined : typesByExtension.get(fileName.slice(dot + 1).toLowerCase());
}

/** A browser would run these, so they are only served as downloads. */
const runnable: ReadonlySet<string> = new Set<FileType>([
  'text/html',
  'text/xml',
  'text/css',
  'image/svg+xml',
  'application/xml',
  'application/javascript',
  'application/hta',
  'application/x-ms-application',
  'application/x-ms-manifest',
  'application/x-msdownload',
]);

export const isRunnableType = (type: string): boolean => runnable.has(type);

/** The allowed types of a portrait. */
export const portraitTypes = [
  'image/jpeg',
  'image/png',
  'image/bmp',
  'image/gif',
  'image/tiff',
  'image/jpg',
  'image/pjpeg',
  'image/x-png',
  'image/webp',
] as const satisfies readonly FileType[];

export const portraitBytesMax = 10_000_000;

export const isImageType = (type: string): boolean => type.startsWith('image/');

const unspecific: ReadonlySet<string> = new Set(groups.unspecific);

/** These types say nothing about the content. */
export const isUnspecificType = (type: string): boolean => unspecific.has(type);

export const fileNameCharactersMax = 255;
