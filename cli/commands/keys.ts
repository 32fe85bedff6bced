/** `muster keys`: the keys of the installation, and their rotation. */
import { setTimeout as pause } from 'node:timers/promises';
import { newKey, removePreviousKey, replaceStoredKey } from '@muster/server/identity/auth/installation-key.ts';
import { checkOf } from '@muster/server/identity/auth/key-ring.ts';
import { rotateSigningKey, signingKeyStates, withdrawSigningKey } from '@muster/server/identity/auth/signing-keys.ts';
import { startNodeWatch } from '@muster/server/keys/node-watch.ts';
import { recordedKeys } from '@muster/server/keys/recorded-keys.ts';
import { activateKey, nodesWithout, type RotationState, rotationState } from '@muster/server/keys/rotation.ts';
import { startRotationOfCommand } from '@muster/server/operator/rotation-of-command.ts';
import { Command } from 'commander';
import { examples } from '../examples.ts';
import type { Installation } from '../installation.ts';
import type { Outcome, Run, RunOnSettings } from '../outcome.ts';
import { table } from '../table.ts';

const rotation = `
A key in the data folder is replaced by a new one. Other keys are replaced by you first: give every process the new key as
MUSTER_ENCRYPTION_KEY and the former one as MUSTER_ENCRYPTION_KEY_PREVIOUS, one process after the other. The command then
begins to encrypt everything again, and shows how far it is. It can be interrupted: workers go on, and the command shows
the rest when it is repeated. At its end the former key opens nothing any more.`;

export function keysCommands(run: Run, runOnSettings: RunOnSettings, isJson: boolean): Command {
  return new Command('keys')
    .description('the keys that encrypt data and sign tokens')
    .addCommand(listCommand(run))
    .addCommand(
      new Command('rotate')
        .description('encrypt everything again with a new key, while everything runs')
        .addHelpText('after', rotation)
        .addHelpText('after', examples('muster keys rotate', 'muster keys rotate --json'))
        .action(() => run((installation) => rotate(installation, isJson))),
    )
    .addCommand(generateCommand(runOnSettings))
    .addCommand(rotateSigningCommand(run))
    .addCommand(withdrawSigningCommand(run));
}

const listCommand = (run: Run): Command =>
  new Command('list')
    .description('list the encryption keys, the processes that have them, and the keys that sign tokens')
    .addHelpText('after', examples('muster keys list', 'muster keys list --json'))
    .action(() =>
      run(async ({ database, now }): Promise<Outcome> => {
        const state = await rotationState(database.query);
        const signing = await signingKeyStates(database, now());
        return {
          json: {
            encryptionKeys: state.keys.map(keyJson),
            processes: state.nodes,
            progress: state.places,
            signingKeys: signing,
          },
          text: [keyTable(state), progressLine(state), signingTable(signing)]
            .filter((part) => part !== '')
            .join('\n\n'),
        };
      }),
    );

/** Also before there is an installation. */
const generateCommand = (run: RunOnSettings): Command =>
  new Command('generate')
    .description('print a new encryption key; nothing uses it until you set it')
    .addHelpText('after', examples('muster keys generate'))
    .action(() =>
      run(async () => {
        const key = newKey();
        return { json: { key }, text: key };
      }),
    );

const rotateSigningCommand = (run: Run): Command =>
  new Command('rotate-signing-key')
    .description('sign tokens with a new key from now on; tokens of the former one stay valid until they expire')
    .addHelpText('after', examples('muster keys rotate-signing-key'))
    .action(() =>
      run(async ({ database, ring, now }) => {
        const keyId = await rotateSigningKey(database, ring, now);
        return { json: { keyId }, text: `The key ${keyId} signs tokens now. Every process uses it within seconds.` };
      }),
    );

const withdrawSigningCommand = (run: Run): Command =>
  new Command('withdraw-signing-key')
    .description('refuse all tokens that a key has signed, and sign with a new one')
    .argument('<id>', 'the key, from "muster keys list"')
    .addHelpText('after', examples('muster keys withdraw-signing-key 7c9e6679-7425-40de-944b-e07fc1f90ae7'))
    .action((keyId: string) =>
      run(async ({ database, now }) => {
        if (!(await withdrawSigningKey(database, keyId, now()))) throw new Error(`There is no signing key ${keyId}.`);
        return { json: { keyId }, text: `Every process refuses the tokens of the key ${keyId} within 5 seconds.` };
      }),
    );

const keyJson = ({ check, ...key }: RotationState['keys'][number]) => ({ ...key, check: check.slice(0, 8) });

const keyTable = ({ keys, nodes }: RotationState): string =>
  table(
    ['Key', 'Check', 'State', 'Since', 'Processes'],
    keys.map(({ number, check, state, announcedAt, activatedAt, retiredAt }) => [
      String(number),
      check.slice(0, 8),
      state,
      (retiredAt ?? activatedAt ?? announcedAt).toISOString(),
      String(nodes.filter(({ keyNumbers }) => keyNumbers.includes(number)).length),
    ]),
  );

const signingTable = (keys: Awaited<ReturnType<typeof signingKeyStates>>): string =>
  keys.length === 0
    ? ''
    : table(
        ['Signing key', 'Signs from', 'Signs until', 'Tokens accepted until'],
        keys.map((key) => [
          key.keyId,
          key.signsFrom.toISOString(),
          key.signsUntil.toISOString(),
          key.verifiesUntil.toISOString(),
        ]),
      );

function progressLine({ keys, pass, places, unreadable }: RotationState): string {
  const retiring = keys.find(({ state }) => state === 'retiring');
  if (!retiring) return '';
  const current = places.find(({ isDone }) => !isDone)?.place;
  const read = places.reduce((sum, place) => sum + place.read, 0);
  const lost = unreadable === 0 ? '' : `; ${unreadable} values cannot be decrypted by any key`;
  return pass === 0
    ? `Key ${retiring.number} retires: waiting until no process encrypts with it`
    : `Key ${retiring.number} retires: pass ${pass}, ${read} rows and files checked${current ? `, now ${current}` : ''}${lost}`;
}

const lookMs = 250;
/** Processes read the keys in their data folder every second. */
const readWaitMs = 30_000;

async function rotate(installation: Installation, isJson: boolean): Promise<Outcome> {
  const { database, ring, readKeys } = installation;
  if (await hasFinishedAlone(installation)) return ended(installation);
  const nodes = startNodeWatch({ database, ring, readKeys, onError: () => undefined });
  try {
    const isUnderWay = (await recordedKeys(database.query)).some(({ state }) => state === 'retiring');
    if (!isUnderWay) await begin(installation, nodes.look);
    const work = await startRotationOfCommand(installation.files, database, ring, nodes.nodeId);
    try {
      await shownUntilDone(database.query, isJson);
    } finally {
      await work.stop();
    }
  } finally {
    await nodes.stop();
  }
  return ended(installation);
}

/** An interrupted command left the former key in the data folder, and workers have retired it since. */
async function hasFinishedAlone({ database, readKeys }: Installation): Promise<boolean> {
  const [, previous] = (await readKeys?.()) ?? [];
  if (previous === undefined) return false;
  const keys = await recordedKeys(database.query);
  return keys.some(({ check, state }) => check === checkOf(previous) && state === 'retired');
}

async function ended({ database, readKeys, dataDir }: Installation): Promise<Outcome> {
  if (readKeys) await removePreviousKey(dataDir);
  const state = await rotationState(database.query);
  const active = state.keys.find((key) => key.state === 'active');
  return {
    json: { active: active?.number, encryptionKeys: state.keys.map(keyJson), unreadable: state.unreadable },
    text: `Everything is encrypted with key ${active?.number}. The former key opens nothing any more${readKeys ? '' : ': remove MUSTER_ENCRYPTION_KEY_PREVIOUS from every process'}.`,
  };
}

/** Replaces a key in the data folder, waits until every process of that folder has it, and makes it active. */
async function begin({ database, ring, readKeys, dataDir }: Installation, look: () => Promise<void>): Promise<void> {
  const isNew = async () => {
    const found = (await recordedKeys(database.query)).find(({ check }) => check === ring.checks()[0]);
    return found === undefined || found.state === 'announced';
  };
  await look();
  // A key that an interrupted command left is used.
  if (readKeys && !(await isNew())) await replaceStoredKey(dataDir);
  await look();
  const [newest] = ring.checks();
  const next = (await recordedKeys(database.query)).find(({ check }) => check === newest);
  const untilMs = performance.now() + readWaitMs;
  while (readKeys && next && performance.now() < untilMs) {
    if ((await nodesWithout(database.query, next.number)).length === 0) break;
    await pause(lookMs);
  }
  await activateKey(database, ring);
  await look();
}

async function shownUntilDone(query: Installation['database']['query'], isJson: boolean): Promise<void> {
  let shown = '';
  for (;;) {
    const state = await rotationState(query);
    const line = progressLine(state);
    if (line === '') return;
    if (!isJson && line !== shown) process.stderr.write(`${line}\n`);
    shown = line;
    await pause(lookMs);
  }
}
