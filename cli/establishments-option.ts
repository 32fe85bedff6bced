/** The option for the business establishments that a client application may see. */
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

/** In the form of the service: null means all. */
export const establishmentsIn = (option: EstablishmentsOption): readonly string[] | null =>
  option === 'all' ? null : option;
