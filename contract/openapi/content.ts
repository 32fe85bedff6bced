/** Resources with bytes: upload and download. */
import type { Resource } from '../kit/resource.ts';
import { anyOf, named, type Schema } from '../kit/schema.ts';
import { imageSides } from '../limits.ts';
import { flagText, query } from './parameter-parts.ts';
import type { Json } from './schemas.ts';

const bytes = (description: string): Json => ({ type: 'string', format: 'binary', description });

/** The form of an upload. */
export const formContent: Json = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      properties: {
        form: bytes(
          'The file. Its name is that of the part, its content type too, or else it follows from the extension of the name. What the first bytes show must agree with it.',
        ),
      },
      required: ['form'],
      additionalProperties: false,
    },
  },
};

/**
 * The file of a creation: as it is, or in a form with the parameters as fields before it. The form is described in words:
 * generators make a type of it that no request accepts, because the other bodies are plain bytes.
 */
export function fileContent({ types, part, parameters }: NonNullable<Resource['fileBody']>): Json {
  const fields = Object.keys(parameters).map((name) => `\`${name}\``);
  return {
    ...Object.fromEntries(
      Object.entries(types).map(([type, value]) => [
        type,
        {
          schema: bytes('In UTF-8. CSV with a header, or one JSON object per line.'),
          examples: { example: { summary: 'One row', value } },
        },
      ]),
    ),
    'multipart/form-data': {
      schema: bytes(
        `A form with ${fields.join(', ')}, unless they are parameters, and the file in \`${part}\`, as the last part.`,
      ),
    },
  };
}

/** Parameters are texts. */
export const fieldText = (schema: Schema | undefined): Json => (schema?.type === 'boolean' ? flagText : { ...schema });

/** In addition to the JSON. */
export const bytesContent = ({ content }: Resource): Json => {
  if (content === 'kept') {
    return {
      '*/*': { schema: bytes('The bytes as they were uploaded, under their content type, or a reduced image.') },
    };
  }
  return content === 'shown' ? { 'image/*': { schema: bytes('The image, or a reduced one.') } } : {};
};

const token = query(
  'token',
  'From the link of a resource that names the file. Opaque; valid for 30 minutes, for one client application, and while the resource names the file.',
  { type: 'string', minLength: 1, maxLength: 1000 },
  { required: true, example: '<TOKEN>' },
);

const disposition = query(
  'disposition',
  'What is answered, whatever `Accept` says: the representation, or the bytes to be shown or to be saved.',
  named('file-disposition', anyOf('json', 'inline', 'attachment')),
  { example: 'json' },
);

const size = query(
  'size',
  'The image reduced, so that it has at most so many pixels in width and height. Where that cannot be done, it is answered as it is.',
  { type: 'integer', minimum: imageSides.min, maximum: imageSides.max },
  { example: 256 },
);

export const contentParameters = ({ content }: Resource): Json[] => {
  if (content === 'kept') return [token, disposition];
  return content === 'shown' ? [size] : [];
};
