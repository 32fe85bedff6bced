/** Removed objects that can be restored, and the owner of the bucket: under names that no file has. */
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { S3Settings } from '../settings/files.ts';
import { type FileStorage, newestFirst, type Quarantined, quarantinedAs, quarantineName } from './storage.ts';

type Quarantine = Pick<FileStorage, 'quarantine' | 'restore' | 'quarantined' | 'discard'>;

export function s3Quarantine(
  client: S3Client,
  { bucket, prefix }: S3Settings,
  nameOf: (key: string) => string,
): Quarantine {
  const folder = `${prefix}.quarantine/`;
  const nameIn = (one: Quarantined) => folder + quarantineName(one);

  /** False: there is nothing to move. The copy is complete before the original is removed. */
  async function move(from: string, to: string): Promise<boolean> {
    try {
      const CopySource = `${bucket}/${from.split('/').map(encodeURIComponent).join('/')}`;
      await client.send(new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource }));
    } catch (error) {
      if (error instanceof NoSuchKey || statusOf(error) === 404) return false;
      throw error;
    }
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: from }));
    return true;
  }

  async function* below(beginning: string): AsyncGenerator<Quarantined> {
    for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: folder + beginning })) {
      for (const { Key = '' } of page.Contents ?? []) {
        const found = quarantinedAs(Key.slice(folder.length));
        if (found) yield found;
      }
    }
  }

  return {
    async quarantine(key, now) {
      await move(nameOf(key), nameIn({ key, since: now }));
    },
    async restore(key) {
      const found: Quarantined[] = [];
      const beginning = quarantineName({ key, since: new Date(0) }).slice(0, -1);
      for await (const one of below(beginning)) found.push(one);
      const [newest] = found.sort(newestFirst);
      return newest !== undefined && (await move(nameIn(newest), nameOf(key)));
    },
    quarantined: () => below(''),
    async discard(one) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: nameIn(one) }));
    },
  };
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

export function s3Marker(
  client: S3Client,
  { bucket, prefix }: S3Settings,
): Pick<FileStorage, 'marker' | 'mark' | 'remark'> {
  const where = { Bucket: bucket, Key: `${prefix}.installation` };
  const write = (id: string, condition: object) =>
    client.send(new PutObjectCommand({ ...where, Body: `${id}\n`, ContentType: 'text/plain', ...condition }));

  async function marker(): Promise<string | null> {
    try {
      const { Body } = await client.send(new GetObjectCommand(where));
      return Body ? (await Body.transformToString()).trim() : null;
    } catch (error) {
      if (error instanceof NoSuchKey || statusOf(error) === 404) return null;
      throw error;
    }
  }

  return {
    marker,
    async mark(id) {
      const standing = await marker();
      if (standing !== null) return standing;
      try {
        await write(id, { IfNoneMatch: '*' });
      } catch (error) {
        // 409 and 412: another process was first. 501: the service has no conditional writes; the marker is read below.
        if (statusOf(error) === 501) await write(id, {});
        else if (statusOf(error) !== 412 && statusOf(error) !== 409) throw error;
      }
      return (await marker()) ?? id;
    },
    async remark(id) {
      await write(id, {});
    },
  };
}
