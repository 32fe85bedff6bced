/** The option that says which business establishments a client application may see. */
import type { Command } from 'commander';
import { listed } from './listed.ts';

export type EstablishmentsOption = 'all' | readonly string[];

/** `all` stays a word until the command runs: commander turns a parsed null into an empty text. */
export const withEstablishmentsOption = (command: Command): Command =>
  command.option(
    '--establishments <list>',
    'ids of the business establishments it may see, or all',
    (text): EstablishmentsOption => (text === 'all' ? text : listed(text)),
  );

/** As the service keeps it: null is all of them. */
export const establishmentsIn = (option: EstablishmentsOption): readonly string[] | null =>
  option === 'all' ? null : option;
