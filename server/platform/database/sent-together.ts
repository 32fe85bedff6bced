/**
 * Waits for work whose statements travel together in one transaction. If one statement fails, PostgreSQL refuses those
 * behind it: the failure of the first is the reason, however early the others are noticed. Nothing of the work goes on
 * after this has thrown, so that no statement follows the rollback.
 */
export async function sentTogether<const Sent extends readonly unknown[]>(
  sent: Sent,
): Promise<{ -readonly [Index in keyof Sent]: Awaited<Sent[Index]> }> {
  const results = await Promise.allSettled(sent);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  const values = results.map((result) => (result as PromiseFulfilledResult<unknown>).value);
  // Each result is that of the work at its place.
  return values as { -readonly [Index in keyof Sent]: Awaited<Sent[Index]> };
}
