/** Moments between the browser's own input, which speaks of where the person is, and the service, which speaks UTC. */

/** To the minute, as `datetime-local` writes it. */
export function localOf(atMs: number): string {
  const shifted = new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

export const instantOf = (local: string): string => new Date(local).toISOString();

/** A range of a filter, of which either end may be open. */
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
