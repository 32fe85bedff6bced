/** The settings of file storage: a folder, or an S3-compatible bucket. */
import { join, resolve } from 'node:path';
import { origin, type ReadSetting, type Setting, trueOrFalse } from './setting.ts';

/** How a service of buckets is reached. */
export interface S3Access {
  readonly region: string;
  /** null: the endpoint of Amazon in the region. */
  readonly endpoint: string | null;
  /** Whether an address names the bucket in its path instead of its host name. */
  readonly isPathStyle: boolean;
  /** null: the credentials of the machine, as the AWS SDK finds them. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

export interface S3Settings extends S3Access {
  readonly bucket: string;
  readonly prefix: string;
}

export interface FilesConfig {
  readonly dir: string;
  /** null: files are stored in the folder. */
  readonly s3: S3Settings | null;
}

export const fileSettings = {
  filesDir: {
    name: 'MUSTER_FILES_DIR',
    shownDefault: 'files in the data folder',
    meaning: 'The folder that holds uploaded files, unless they are kept in a bucket.',
    allowed: 'the path of a folder',
    isSecret: false,
    fallback: null,
    parse: (text) => (text.includes('\0') ? undefined : resolve(text)),
  } satisfies Setting<string | null>,
  s3Bucket: {
    name: 'MUSTER_FILES_S3_BUCKET',
    shownDefault: 'none',
    meaning: 'The S3 bucket that holds uploaded files instead of a folder.',
    allowed: '3 to 63 lower-case letters, digits, dots and hyphens',
    isSecret: false,
    fallback: null,
    parse: (text) => (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) ? text : undefined),
  } satisfies Setting<string | null>,
  s3Region: {
    name: 'MUSTER_FILES_S3_REGION',
    shownDefault: 'us-east-1',
    meaning: 'The region of the bucket.',
    allowed: 'lower-case letters, digits and hyphens',
    isSecret: false,
    fallback: 'us-east-1',
    parse: (text) => (/^[a-z0-9-]{1,63}$/.test(text) ? text : undefined),
  } satisfies Setting<string>,
  s3Endpoint: origin('MUSTER_FILES_S3_ENDPOINT', 'that of Amazon', 'The address of an S3 service other than Amazon.'),
  s3IsPathStyle: trueOrFalse(
    'MUSTER_FILES_S3_PATH_STYLE',
    false,
    'Whether addresses name the bucket in their path, which most services other than Amazon require.',
  ),
  s3Prefix: {
    name: 'MUSTER_FILES_S3_PREFIX',
    shownDefault: 'none',
    meaning: 'The prefix of every object name in the bucket.',
    allowed: 'up to 200 letters, digits and any of / . _ -, not beginning with /',
    isSecret: false,
    fallback: '',
    parse: (text) => (/^[\w.-][\w./-]{0,199}$/.test(text) ? text : undefined),
  } satisfies Setting<string>,
  s3AccessKeyId: {
    name: 'MUSTER_FILES_S3_ACCESS_KEY_ID',
    shownDefault: 'that of the machine',
    meaning: 'The id of the access key of the bucket.',
    allowed: '1 to 128 visible ASCII characters, together with MUSTER_FILES_S3_SECRET_ACCESS_KEY',
    isSecret: false,
    fallback: null,
    parse: (text) => (/^[\x21-\x7e]{1,128}$/.test(text) ? text : undefined),
  } satisfies Setting<string | null>,
  s3SecretAccessKey: {
    name: 'MUSTER_FILES_S3_SECRET_ACCESS_KEY',
    shownDefault: 'that of the machine',
    meaning: 'The secret access key of the bucket.',
    allowed: '1 to 1024 visible ASCII characters, together with MUSTER_FILES_S3_ACCESS_KEY_ID',
    isSecret: true,
    fallback: null,
    parse: (text) => (/^[\x21-\x7e]{1,1024}$/.test(text) ? text : undefined),
  } satisfies Setting<string | null>,
};

/** Calls `addError` for settings that are valid alone but not together. */
export function readS3Access(read: ReadSetting, addError: (setting: Setting<unknown>) => void): S3Access {
  const accessKeyId = read<string | null>(fileSettings.s3AccessKeyId);
  const secretAccessKey = read<string | null>(fileSettings.s3SecretAccessKey);
  if (accessKeyId !== null && secretAccessKey === null) addError(fileSettings.s3AccessKeyId);
  if (secretAccessKey !== null && accessKeyId === null) addError(fileSettings.s3SecretAccessKey);
  return {
    region: read<string>(fileSettings.s3Region),
    endpoint: read(fileSettings.s3Endpoint),
    isPathStyle: read(fileSettings.s3IsPathStyle),
    credentials: accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey },
  };
}

export function readFileSettings(read: ReadSetting, dataDir: string, access: S3Access): FilesConfig {
  const dir = read<string | null>(fileSettings.filesDir) ?? join(dataDir, 'files');
  const bucket = read<string | null>(fileSettings.s3Bucket);
  const prefix = read<string>(fileSettings.s3Prefix);
  return { dir, s3: bucket === null ? null : { ...access, bucket, prefix } };
}
