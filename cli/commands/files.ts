/** Commands about the storage of files. */
import { adoptStorage } from '@muster/server/service/storage-claim.ts';
import { Command } from 'commander';
import { examples } from '../examples.ts';
import type { Outcome, Run } from '../outcome.ts';

const explanation = `
A storage says in a file or object of its own, ".installation", whose files it holds, and the service refuses to start on
that of another installation. After a move, or where files were there before that, this says that they are those of the
database that is set now. Nothing else changes. From then on, files that this database does not know are removed: they
lie in quarantine for 30 days first. Two installations must never share one folder, bucket or prefix.`;

export function filesCommands(run: Run): Command {
  return new Command('files').description('the storage of uploaded files').addCommand(
    new Command('adopt')
      .description('say that the storage belongs to this installation, whatever it says now')
      .addHelpText('after', explanation)
      .addHelpText('after', examples('muster files adopt', 'MUSTER_FILES_DIR=/srv/files muster files adopt --json'))
      .action(() =>
        run(async ({ id, files, database }): Promise<Outcome> => {
          const { name, before, count, known } = await adoptStorage(files, database, id);
          return {
            json: { storage: name, installation: id, before, files: count, known },
            text: `${name} belongs to this installation now. Of ${count} files that were looked at, its database knows ${known}.`,
          };
        }),
      ),
  );
}
