/** Reads and writes `<data>/credentials.json`: how to use the demo. Always complete, and readable only by its owner. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface DemoCredentials {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly account: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiKey: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
}

export const credentialsPath = (dataDir: string): string => join(dataDir, 'credentials.json');

export async function writeCredentials(dataDir: string, credentials: DemoCredentials): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${credentialsPath(dataDir)}.new`;
  await rm(draft, { force: true });
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(credentials, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, credentialsPath(dataDir));
}

/** Updates the addresses after the service has moved to another port or name. */
export async function refreshAddresses(
  dataDir: string,
  addresses: Pick<DemoCredentials, 'baseUrl' | 'authUrl'>,
): Promise<void> {
  const kept = await readCredentials(dataDir);
  if (kept === null) return;
  if (kept.baseUrl === addresses.baseUrl && kept.authUrl === addresses.authUrl) return;
  await writeCredentials(dataDir, { ...kept, ...addresses });
}

/** null: there is no such file, or its content is not ours. */
async function readCredentials(dataDir: string): Promise<DemoCredentials | null> {
  try {
    const kept: unknown = JSON.parse(await readFile(credentialsPath(dataDir), 'utf8'));
    return typeof kept === 'object' && kept !== null && 'clientId' in kept ? (kept as DemoCredentials) : null;
  } catch {
    return null;
  }
}
