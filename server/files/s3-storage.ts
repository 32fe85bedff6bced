/**
 * Files in a bucket of Amazon S3 or of a compatible service. An object appears when its last part has arrived, and not
 * at all if one is missing.
 */
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  NoSuchKey,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Access, S3Settings } from '../settings/files.ts';
import { s3Marker, s3Quarantine } from './s3-quarantine.ts';
import { BytesMissing, type FileStorage, keyParts, partsOfKey } from './storage.ts';

/** The minimum of S3: each file being written holds one such part, and one more in preparation. */
const partBytes = 5 * 1024 * 1024;

export function s3Storage(settings: S3Settings): FileStorage {
  const { bucket, prefix } = settings;
  const client = s3Client(settings);
  const nameOf = (key: string) => {
    partsOfKey(key);
    return prefix + key;
  };

  async function* objects(): AsyncGenerator<{ key: string; at: Date | undefined }> {
    for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
      for (const { Key = '', LastModified: at } of page.Contents ?? []) {
        const key = Key.slice(prefix.length);
        if (keyParts(key) !== null) yield { key, at };
      }
    }
  }

  return {
    writesAtOnceMax: 8,
    async write(key, source) {
      const body = Readable.from(source, { objectMode: false, highWaterMark: 65_536 });
      const upload = new Upload({
        client,
        params: { Bucket: bucket, Key: nameOf(key), Body: body },
        partSize: partBytes,
        queueSize: 1,
        leavePartsOnError: false,
      });
      try {
        await upload.done();
      } catch (error) {
        // If aborting fails as well, the original error is reported.
        const cause = body.errored ?? error;
        body.destroy();
        throw cause;
      }
    },
    async read(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: nameOf(key) }));
        if (Body instanceof Readable) return Body;
      } catch (error) {
        throw error instanceof NoSuchKey ? new BytesMissing(key, { cause: error }) : error;
      }
      throw new BytesMissing(key);
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: nameOf(key) }));
    },
    ...s3Quarantine(client, settings, nameOf),
    ...s3Marker(client, settings),
    name: prefix === '' ? `the bucket ${bucket}` : `the bucket ${bucket}, below ${prefix}`,
    async *keys() {
      for await (const { key } of objects()) yield key;
    },
    async *list(before) {
      await abortDead(client, settings, before);
      for await (const { key, at } of objects()) if (at !== undefined && at < before) yield key;
    },
  };
}

export function s3Client({ region, endpoint, isPathStyle, credentials }: S3Access): S3Client {
  return new S3Client({
    region,
    forcePathStyle: isPathStyle,
    ...(endpoint !== null && { endpoint }),
    ...(credentials !== null && { credentials }),
    // Newer than most S3-compatible services; encrypted bytes are verified when they are read.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 },
  });
}

/** Unfinished uploads of a crashed process stay invisible and cost money until they are aborted. */
async function abortDead(client: S3Client, { bucket, prefix }: S3Settings, before: Date): Promise<void> {
  const where = { Bucket: bucket, Prefix: prefix };
  try {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand(where));
    for (const { Key, UploadId, Initiated } of Uploads) {
      if (Initiated === undefined || Initiated >= before) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
    }
  } catch (error) {
    // Small services do not support these commands and clean up themselves.
    if (!(error instanceof S3ServiceException && error.$metadata.httpStatusCode === 501)) throw error;
  }
}
