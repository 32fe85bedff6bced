/** An independent S3 server with one bucket. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '@muster/server/settings/files.ts';
import S3rver from 's3rver';

export interface S3Server {
  settings(prefix: string): S3Settings;
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}

export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-s3-'));
  const bucket = 'acme-files';
  const options = { address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: bucket }] };
  const server = new S3rver(options);
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const client = new S3Client({ region: 'eu-west-3', endpoint, forcePathStyle: true, credentials });
  return {
    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: name }));
    },
    settings: (prefix) => ({
      bucket,
      region: 'eu-west-3',
      endpoint,
      isPathStyle: true,
      prefix,
      credentials,
    }),
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
