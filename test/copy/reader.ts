/**
 * A program that keeps an exact copy of some collections: a snapshot of each, then the events after its position. It runs in
 * a process of its own, because it is killed at any moment: its state is a file that is replaced as a whole, and a new
 * process goes on from it. Arguments: the address of the account, a token, and the file.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { musterClient } from '@muster/client';
import { type CopiedCollection, type CopyState, copied, typeOf } from './state.ts';

const [baseUrl = '', token = '', file = ''] = process.argv.slice(2);
const muster = musterClient({ baseUrl, token: async () => token });
const state: CopyState = await readFile(file, 'utf8').then(JSON.parse, () => ({
  positions: {},
  rows: {},
  lastId: null,
}));

let saved: Promise<void> = Promise.resolve();

/** One after the other: two at once would replace the file of each other. */
function save(): Promise<void> {
  saved = saved.then(async () => {
    await writeFile(`${file}.new`, JSON.stringify(state));
    await rename(`${file}.new`, file);
  });
  return saved;
}

async function take(name: CopiedCollection): Promise<void> {
  const snapshot = await muster[name].snapshot();
  const rows: Record<string, unknown> = {};
  for await (const row of snapshot) rows[row.id] = row;
  state.rows[name] = rows;
  state.positions[name] = snapshot.eventPosition;
  await save();
}

for (const name of copied) if (state.positions[name] === undefined) await take(name);
const first = Object.values(state.positions).reduce((one, other) => (BigInt(one) < BigInt(other) ? one : other));

/** Events that were applied and not saved are applied again after a kill. */
const savedEvery = 500;
let unsaved = 0;
const saving = setInterval(() => {
  if (unsaved === 0) return;
  unsaved = 0;
  void save();
}, 100);

for await (const { event } of muster.events.feed({ after: state.lastId ?? first })) {
  // The type of `data` depends on the topic, which is any here.
  const { id, topic, data } = event as unknown as {
    readonly id: string;
    readonly topic: string;
    readonly data: { readonly id: string; readonly type: string };
  };
  const name = copied.find((one) => typeOf[one] === data.type);
  const rows = name && state.rows[name];
  // A collection that was read later contains some of the events already; applying them would be harmless too.
  if (rows && BigInt(id) > BigInt(state.positions[name] ?? 0)) {
    if (topic.endsWith('.deleted')) delete rows[data.id];
    else rows[data.id] = data;
  }
  state.lastId = id;
  unsaved += 1;
  if (unsaved < savedEvery) continue;
  unsaved = 0;
  await save();
}
clearInterval(saving);
