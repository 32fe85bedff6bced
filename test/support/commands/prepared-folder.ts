/**
 * A data folder whose service and commands use a copy of the migrated database of this run, for stories that are not
 * about the embedded PostgreSQL: to create one takes seconds, and so does each command that has to start it.
 */
import { freshDatabase } from '../database.ts';
import { type DataFolder, dataFolder } from '../started-service.ts';

export async function preparedFolder(): Promise<DataFolder> {
  const database = await freshDatabase();
  const folder = await dataFolder(undefined, { DATABASE_URL: database.url });
  return {
    ...folder,
    async discard() {
      await folder.discard();
      await database.drop();
    },
  };
}
