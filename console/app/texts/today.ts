/** The current date. Not in `formats.ts`, which the frame of every page would then load. */

/** The current date in a time zone, in the format of the service, which the Canadian locale has. */
export const dayIn = (timeZone: string, moment: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment);
