/** The limits for people: reads do not depend on their number, and hiring is close to its floor. */
import { peopleNames } from './people-scenarios.ts';
import { type Bars, floorRatio, resultsBy, serviceRatio } from './report.ts';

export const peopleBars: Bars = (results) => {
  const { at, sizes, small, large } = resultsBy(results);
  const { hire, hireByHand, ...reads } = peopleNames;
  return [
    ...Object.values(reads).map((name) => ({
      meaning: `${name}: ${large} rows ÷ ${small} rows`,
      value: serviceRatio(at(name, large), at(name, small)),
      least: 0.8,
    })),
    ...sizes.map((rows) => ({
      meaning: `${hire}, ${rows} rows: service ÷ floor`,
      value: floorRatio(at(hire, rows)),
      least: 0.4,
    })),
    ...sizes.map((rows) => ({
      meaning: `${hireByHand}, ${rows} rows: service ÷ floor`,
      value: floorRatio(at(hireByHand, rows)),
      least: 0.6,
    })),
  ];
};
