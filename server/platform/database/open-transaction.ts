/**
 * Work that may take long and needs no database (passwords, addresses elsewhere) is done before a transaction begins,
 * never inside one: a transaction that waits holds its locks and its connection, and PostgreSQL ends it when it has been
 * silent for too long. Code that does such work calls refuseInsideTransaction, so that a mistake fails on the first run and
 * not only on a busy machine.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Runs the work of a transaction. What it starts and leaves running is outside as soon as the work is done. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true };
  try {
    return await current.run(transaction, work);
  } finally {
    transaction.isOpen = false;
  }
}

export function refuseInsideTransaction(what: string): void {
  if (current.getStore()?.isOpen) throw new Error(`A transaction waits for ${what}: do this before it begins.`);
}
