/** What a person's employments, positions and probation mean on a day, and in the order in which they happened. */
import type { Listed } from '@muster/client/collection.ts';
import type { employees } from '@muster/contract/resources/employees.ts';
import type { employments } from '@muster/contract/resources/employments.ts';
import type { jobPositions } from '@muster/contract/resources/job-positions.ts';
import type { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';

export type Person = Listed<typeof employees>;
export type Employment = Listed<typeof employments>;
export type Position = Listed<typeof jobPositions>;
export type Probation = Listed<typeof probationaryPeriods>;

export interface Career {
  readonly employments: readonly Employment[];
  readonly positions: readonly Position[];
  readonly probations: readonly Probation[];
}

const covers = (from: string, to: string | null, day: string): boolean => from <= day && (to === null || day <= to);

/** In effect on the day, otherwise none. */
export const employmentOn = ({ employments: all }: Career, day: string): Employment | undefined =>
  all.find(({ start, end }) => covers(start.date, end?.date ?? null, day));

export const positionOn = ({ positions }: Career, day: string): Position | undefined =>
  positions.find(({ startsOn, endsOn }) => covers(startsOn, endsOn, day));

export type Stage = { readonly day: string } & (
  | { readonly kind: 'begins' | 'ends'; readonly employment: Employment }
  | { readonly kind: 'position'; readonly position: Position; readonly employment: Employment | undefined }
  | { readonly kind: 'probation'; readonly probation: Probation }
);

/** What happens on the same day, from the first to the last. */
const order: Readonly<Record<Stage['kind'], number>> = { begins: 0, position: 1, probation: 2, ends: 3 };

/** The latest first. */
export function stagesOf({ employments: all, positions, probations }: Career): readonly Stage[] {
  const stages: Stage[] = [
    ...all.map((employment): Stage => ({ kind: 'begins', day: employment.start.date, employment })),
    ...all.flatMap((employment): Stage[] =>
      employment.end ? [{ kind: 'ends', day: employment.end.date, employment }] : [],
    ),
    ...positions.map((position): Stage => {
      const employment = all.find(({ id }) => id === position.employment.id);
      return { kind: 'position', day: position.startsOn, position, employment };
    }),
    ...probations.map((probation): Stage => ({ kind: 'probation', day: probation.endsOn, probation })),
  ];
  return stages.sort((one, other) => other.day.localeCompare(one.day) || order[other.kind] - order[one.kind]);
}
