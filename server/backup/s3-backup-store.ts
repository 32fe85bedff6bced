/** Backups in a bucket of Amazon S3 or of a compatible service. */
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchBucket,
  NoSuchKey,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { s3Client } from '../files/s3-storage.ts';
import type { S3Settings } from '../settings/files.ts';
import { type BackupStore, ObjectMissing } from './backup-store.ts';

export function s3BackupStore(settings: S3Settings): BackupStore {
  const { bucket, prefix } = settings;
  const client = s3Client(settings);
  const store: BackupStore = {
    name: `s3://${bucket}/${prefix}`,
    async write(name, source) {
      const body = Readable.from(source, { objectMode: false, highWaterMark: 65_536 });
      const params = { Bucket: bucket, Key: prefix + name, Body: body };
      try {
        await new Upload({ client, params, queueSize: 1, leavePartsOnError: false }).done();
      } catch (error) {
        // If aborting fails as well, the original error is reported.
        const cause = body.errored ?? error;
        body.destroy();
        throw cause;
      }
    },
    async read(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: prefix + name }));
        if (Body instanceof Readable) return Body;
      } catch (error) {
        throw error instanceof NoSuchKey ? new ObjectMissing(store, name, { cause: error }) : error;
      }
      throw new ObjectMissing(store, name);
    },
    async names(folder) {
      const found: string[] = [];
      const below = { Bucket: bucket, Prefix: `${prefix}${folder}/` };
      try {
        for await (const page of paginateListObjectsV2({ client }, below)) {
          for (const { Key = '' } of page.Contents ?? []) found.push(Key.slice(prefix.length));
        }
      } catch (error) {
        throw error instanceof NoSuchBucket ? new Error(`There is no bucket ${bucket}.`, { cause: error }) : error;
      }
      return found.sort();
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: prefix + name }));
    },
  };
  return store;
}
