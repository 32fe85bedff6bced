/**
 * Creates a resource by uploading its bytes. The bytes are stored before the row is written, so every row has its
 * bytes. Bytes without a row are removed here or, if the outcome is unknown, by the clean-up.
 */

import type { FilePlace, KeptFiles } from '../../files/kept-files.ts';
import type { ReceivedFile } from '../../files/multipart.ts';
import { uuidAt } from '../../platform/database/uuid.ts';
import { insert } from '../../platform/store/write.ts';
import { Problem } from '../../problem.ts';
import { onlyInclude } from '../query/include.ts';
import type { Answer } from '../response/response.ts';
import { checkKey, once, requestDigest } from './idempotency.ts';
import { acceptJson, queryOf } from './read-steps.ts';
import type { RequestContext } from './request-context.ts';
import { written } from './write-steps.ts';

export async function upload(context: RequestContext): Promise<Answer> {
  const { resource, caller, request, dependencies, database } = context;
  const include = queryOf(context, onlyInclude);
  acceptJson(context);
  const key = request.headers['idempotency-key'] as string | undefined;
  if (key !== undefined) checkKey(key);
  const { accountId, clientApplicationId } = caller;
  const session = context.session();
  const place = { accountId, fileId: uuidAt(session.now) };
  const received = await context.deadline.excluding(
    dependencies.files.receive(request.raw, clientApplicationId, place),
  );
  const { fileName, contentType, size } = received;
  return withBytes(dependencies.files, place, async (isKept) => {
    const make = async (on: typeof session): Promise<Answer> => {
      const values = { id: place.fileId, fileName, contentType, size, clientApplicationId, unreferencedSince: on.now };
      const shown = await insert(on, resource, values);
      isKept();
      return written(context, on, shown, include, 201);
    };
    const answer =
      key === undefined
        ? await make(context.session())
        : await once(database, caller, key, requestDigest(request.url, identityOf(received)), make, (problem) =>
            dependencies.refusalOf(problem, request, caller),
          );
    dependencies.onChange(accountId);
    return answer;
  });
}

/** The identity of an upload for idempotency: it excludes the boundary between the parts of the form. */
const identityOf = ({ fileName, contentType, sha256 }: ReceivedFile): Buffer =>
  Buffer.from(JSON.stringify([fileName, contentType, sha256.toString('hex')]));

/** Removes the bytes again unless the work keeps them, for example if an earlier upload has already responded. */
export async function withBytes(
  files: KeptFiles,
  place: FilePlace,
  work: (isKept: () => void) => Promise<Answer>,
): Promise<Answer> {
  let areKept = false;
  try {
    const answer = await work(() => {
      areKept = true;
    });
    if (!areKept) await removed(files, place);
    return answer;
  } catch (error) {
    if (isUndone(error)) await removed(files, place);
    throw error;
  }
}

/** If the storage fails now, the clean-up removes them later. */
const removed = (files: KeptFiles, place: FilePlace): Promise<void> => files.remove(place).catch(() => undefined);

/**
 * After a connection is lost during a commit, it is unknown whether the row exists. An error from the database itself
 * means that it does not.
 */
const isUndone = (error: unknown): boolean =>
  error instanceof Problem || (error as { severity?: string } | null)?.severity === 'ERROR';
