/** How a checkout fills a database for a part, and what it then asks. A former one has tables and statements of its own. */
import type { Urls } from './accounts.ts';
import type { Ports, Scenario } from './measure.ts';
import type { Compared } from './options.ts';

type Ask = (ports: Ports) => Promise<Scenario[]>;

/** The folder `bench` of this checkout. */
export const own = new URL('./', import.meta.url).href;

/** `bench`: the address of the folder `bench` of the checkout. */
export const questionsOf = (
  bench: string,
): Readonly<Record<Compared, (urls: Urls, key: Buffer, people: number | null) => Promise<Ask>>> => ({
  async labels(urls, key) {
    const { seed } = (await import(`${bench}seed.ts`)) as typeof import('./seed.ts');
    const { scenarios } = (await import(`${bench}scenarios.ts`)) as typeof import('./scenarios.ts');
    const accounts = await seed(urls, key, [10_000, 100_000, 10_000, 100_000]);
    return (ports) => scenarios(accounts.slice(0, 2), accounts.slice(2), ports);
  },
  async people(urls, key, people) {
    const { seedPeople } = (await import(`${bench}people-seed.ts`)) as typeof import('./people-seed.ts');
    const { peopleScenarios } = (await import(`${bench}people-scenarios.ts`)) as typeof import('./people-scenarios.ts');
    const sizes = [10_000, 100_000, 1_000_000].filter((size) => people === null || size <= people);
    const accounts = await seedPeople(urls, key, sizes);
    return (ports) => peopleScenarios(accounts, ports);
  },
  async attributes(urls, key) {
    const { seedAttributes } = (await import(`${bench}attribute-rows.ts`)) as typeof import('./attribute-rows.ts');
    const { attributeScenarios } = (await import(
      `${bench}attribute-scenarios.ts`
    )) as typeof import('./attribute-scenarios.ts');
    const account = await seedAttributes(urls, key, 100_000);
    return (ports) => attributeScenarios(account, ports);
  },
  async legacy(urls, key) {
    const { seedLegacy } = (await import(`${bench}legacy-rows.ts`)) as typeof import('./legacy-rows.ts');
    const { legacyScenarios } = (await import(`${bench}legacy-scenarios.ts`)) as typeof import('./legacy-scenarios.ts');
    const accounts = await seedLegacy(urls, key, [
      { people: 500, halfDays: 10_000 },
      { people: 50_000, halfDays: 1_000_000 },
      { people: 5000, halfDays: 0 },
    ]);
    return async () => legacyScenarios(accounts);
  },
});
