/**
 * No row without its bytes, and no bytes without a row. What a kill left behind may stay for a day: so the clean-up of the
 * service runs here as if a day had passed, and then both lists must be the same.
 */
import { join } from 'node:path';
import type { Muster } from '@muster/client';
import { byService } from '@muster/contract/author.ts';
import pg from 'pg';
import { diskStorage } from '../../server/files/disk-storage.ts';
import { keptFiles } from '../../server/files/kept-files.ts';
import { keyParts } from '../../server/files/storage.ts';
import { derivedKeys } from '../../server/identity/auth/installation-key.ts';
import { vaultOf } from '../../server/identity/auth/vault.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { startFileSweep } from '../../server/worker/file-sweep.ts';
import type { Upload } from './ledger.ts';
import type { LoggedEvent } from './logged-event.ts';
import { digestOf } from './uploads.ts';

export interface FilePlaces {
  readonly databaseUrl: string;
  readonly superuserUrl: string;
  readonly dataDir: string;
  readonly masterKey: Buffer;
}

export interface FileVerdict {
  readonly wrong: readonly string[];
  readonly figures: Readonly<Record<string, number>>;
}

const laterMs = 25 * 3_600_000;
const minuteMs = 60_000;
/** Marks of the service itself have other names. */
const fileForm = /^[0-9a-f-]{36}$/;

export async function auditFiles(
  places: FilePlaces,
  muster: Muster,
  uploads: readonly Upload[],
  events: readonly LoggedEvent[],
): Promise<FileVerdict> {
  const storage = diskStorage(join(places.dataDir, 'files'));
  const vault = vaultOf(derivedKeys(places.masterKey));
  const now = () => new Date(Date.now() + laterMs);
  const errors: string[] = [];
  const onError = (error: unknown) => void errors.push(`The clean-up of files failed: ${error}`);
  const database = openDatabase({
    ...{ url: places.databaseUrl, connectionsMax: 2, statementMs: minuteMs, now, vault, author: byService(), onError },
  });
  const superuser = new pg.Client({ connectionString: places.superuserUrl });
  await superuser.connect();
  const both = async (): Promise<Both> => {
    const stored = new Set<string>();
    for await (const key of storage.keys()) {
      const fileId = keyParts(key)?.fileId ?? '';
      if (fileForm.test(fileId)) stored.add(fileId);
    }
    const { rows } = await superuser.query<{ id: string }>('select id::text as id from files');
    return { stored, rows: new Set(rows.map(({ id }) => id)) };
  };
  try {
    const before = await both();
    const contents = await wrongContents(muster, uploads);
    const sweep = startFileSweep({
      ...{ database, files: keptFiles({ storage, vault, bodyBytesMax: 0 }), now, onError },
      ...{ isClockTrusted: async () => true, checkStorage: async () => undefined, onChange: () => undefined },
    });
    await sweep.removeUnreferenced();
    await sweep.removeOrphans();
    await sweep.stop();
    const after = await both();
    return {
      wrong: [...wrongUploads(uploads, before, events), ...contents.wrong, ...errors, ...unpaired(after)],
      figures: {
        'files uploaded': uploads.length,
        'files in the storage': before.stored.size,
        '… left behind without a row, until the clean-up': without(before.stored, before.rows).length,
        'files after the clean-up': after.stored.size,
        'contents compared': contents.compared,
      },
    };
  } finally {
    await superuser.end();
    await database.close();
  }
}

export interface Both {
  readonly stored: ReadonlySet<string>;
  readonly rows: ReadonlySet<string>;
}

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...some].filter((one) => !others.has(one));

/** An acknowledged upload has its row, its bytes and one event: nothing that is younger than a day is removed. */
export function wrongUploads(uploads: readonly Upload[], { stored, rows }: Both, events: readonly LoggedEvent[]) {
  const created = Map.groupBy(
    events.filter(({ topic }) => topic === 'file.created'),
    ({ data }) => String(data.fileName),
  );
  return uploads.flatMap(({ id, fileName }) => {
    const count = created.get(fileName)?.length ?? 0;
    return [
      ...(rows.has(id) ? [] : [`${fileName} was uploaded, and has no row.`]),
      ...(stored.has(id) ? [] : [`${fileName} was uploaded, and has no bytes.`]),
      ...(count === 1 ? [] : [`${fileName} was uploaded, and ${count} events tell of it.`]),
    ];
  });
}

/** What the service does not remove by itself. */
export const unpaired = ({ stored, rows }: Both): string[] => [
  ...without(rows, stored).map((id) => `File ${id} has a row and no bytes.`),
  ...without(stored, rows).map((id) => `File ${id} has bytes and no row.`),
];

/** Downloads every amendment that a position names. */
async function wrongContents(muster: Muster, uploads: readonly Upload[]) {
  const known = new Map(uploads.map((upload) => [upload.id, upload]));
  const wrong: string[] = [];
  let compared = 0;
  for await (const { items } of muster.jobPositions.pages({ include: ['links'] })) {
    for (const { id, document, links } of items) {
      // Other documents are those of uploads without an answer, and of somebody with a canary.
      const upload = known.get(document?.id ?? '');
      if (!upload) continue;
      compared += 1;
      const bytes = links.document ? await (await muster.files.download(links.document)).bytes() : Buffer.of();
      if (digestOf(bytes) !== upload.sha256) wrong.push(`Position ${id} has a document with another content.`);
    }
  }
  return { wrong, compared };
}
