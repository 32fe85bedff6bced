/** Converts between the browser's local time inputs and the UTC of the service. */

/** To the minute, in the format of `datetime-local`. */
export function localOf(atMs: number): string {
  const shifted = new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

export const instantOf = (local: string): string => new Date(local).toISOString();

/** A range of a filter with optional ends. */
export interface MomentRange {
  readonly from: string;
  readonly to: string;
}

export const rangeText = ({ from, to }: MomentRange): string | undefined =>
  from === '' && to === '' ? undefined : `${from ? instantOf(from) : '..'}--${to ? instantOf(to) : '..'}`;

export function rangeIn(text: string | undefined): MomentRange {
  const [from = '..', to = '..'] = text?.split('--') ?? [];
  const local = (bound: string) =>
    bound === '..' || Number.isNaN(Date.parse(bound)) ? '' : localOf(Date.parse(bound));
  return { from: local(from), to: local(to) };
}
