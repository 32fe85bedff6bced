/** The name and type of an uploaded file, sanitized and checked. */
import { acceptedFileType, type FileType, fileNameCharactersMax, fileTypeOfName } from '@muster/contract/file-types.ts';
import { type ContentDisposition, parse } from 'content-disposition';
import { invalid } from '../problem.ts';

/** The member of the form that holds the file. */
export const filePart = 'form';

export interface DeclaredFile {
  readonly fileName: string;
  readonly contentType: FileType;
}

/** Lower-case names → values, as characters of one byte each. */
export type PartHeaders = Readonly<Record<string, readonly string[] | undefined>>;

export const refusedForm = (message: string) => invalid({ [filePart]: [message] });

/** Throws a Problem with the reason. */
export function declaredFile(headers: PartHeaders): DeclaredFile {
  const { type, parameters } = dispositionOf(headers);
  if (type !== 'form-data' || parameters.name !== filePart) throw refusedForm(oneFileOnly);
  if (parameters.filename === undefined) {
    throw refusedForm('Must be a file: the Content-Disposition of the part names no filename.');
  }
  const encoding = headers['content-transfer-encoding']?.[0]?.trim().toLowerCase() ?? 'binary';
  if (!['7bit', '8bit', 'binary'].includes(encoding)) {
    throw refusedForm('Must be sent as it is, without a Content-Transfer-Encoding.');
  }
  const fileName = cleanName(parameters.filename);
  return { fileName, contentType: typeOf(headers['content-type']?.[0], fileName) };
}

export const oneFileOnly = `Must be the one part of the form, be named ${filePart}, and have a filename.`;

function dispositionOf(headers: PartHeaders): ContentDisposition {
  const text = textOf(headers['content-disposition']?.[0] ?? '');
  // Browsers escape a quotation mark as %22, older programs with a backslash.
  return parse(text.replaceAll('\\"', '%22'), { multipart: true });
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Names are UTF-8 or, from old programs, one byte per character. */
function textOf(bytes: string): string {
  try {
    return strictUtf8.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return bytes;
  }
}

/** Control characters, and marks that would show a name in another order: `exe.fdp` read backwards. */
const invisible = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

function cleanName(sent: string): string {
  const name = sent
    .replace(/^.*[/\\]/s, '')
    .replace(invisible, '')
    .trim();
  if (['', '.', '..'].includes(name)) throw refusedForm('The filename is empty.');
  if ([...name].length > fileNameCharactersMax) {
    throw refusedForm(`The filename must have at most ${fileNameCharactersMax} characters.`);
  }
  return name;
}

function typeOf(sent: string | undefined, fileName: string): FileType {
  const named = sent?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (named === '' || named === 'application/octet-stream') {
    const type = fileTypeOfName(fileName);
    if (type !== undefined) return type;
    throw refusedForm('The part needs a Content-Type, or a filename whose extension tells the type.');
  }
  const type = acceptedFileType(named);
  if (type !== undefined) return type;
  throw refusedForm(`Files of the type ${JSON.stringify(named.slice(0, 100))} are not accepted.`);
}
