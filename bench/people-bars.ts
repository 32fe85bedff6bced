/** The limits for people: reads do not depend on their number, and hiring is close to its floor. */
import { peopleNames } from './people-scenarios.ts';
import { type Bars, floorRatio, resultsBy, serviceRatio } from './report.ts';

export const peopleBars: Bars = (results) => {
  const { at, sizes, small, large } = resultsBy(results);
  const { hire, hireByHand, ...reads } = peopleNames;
  const ofSizes = (meaning: string, least: number, value: (rows: number) => number) =>
    sizes.map((rows) => ({ meaning: `${rows} rows: ${meaning}`, value: value(rows), least }));
  const { plain, list, followed, searchAll } = peopleNames;
  return [
    ...ofSizes(`${plain}: service ÷ floor`, 2, (rows) => floorRatio(at(plain, rows))),
    ...ofSizes('a page with links ÷ without', 0.85, (rows) => serviceRatio(at(list, rows), at(plain, rows))),
    ...ofSizes('a followed page ÷ the first', 0.85, (rows) => serviceRatio(at(followed, rows), at(list, rows))),
    ...ofSizes('a search that all match ÷ a page', 0.5, (rows) => serviceRatio(at(searchAll, rows), at(plain, rows))),
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
