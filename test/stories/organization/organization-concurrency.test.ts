/** Two concurrent requests: the result is as if one had come after the other. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { jobQualifications } from '@muster/contract/resources/job-qualifications.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { occupationCategories } from '@muster/contract/resources/occupation-categories.ts';
import { professions } from '@muster/contract/resources/professions.ts';
import { beforeAll, expect, test } from 'vitest';
import { type Body, createExample, newcomer, pathOf, type Row, unique } from '../../support/examples.ts';
import { inForm } from '../../support/form.ts';
import { establishment, found, legalEntity } from '../../support/organization/organization.ts';
import { type Reply, type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;

beforeAll(async () => {
  service = await sharedService();
  ({ client } = await newcomer(service));
});

/** Enough rounds for both orders; each round has its own rows. */
const rounds = inForm({ short: 4, full: 25 });

/** Runs both concurrently in every round, each first in turn, and returns the statuses of each. */
async function race(
  round: () => Promise<{ one: () => Promise<Reply>; other: () => Promise<Reply>; holds: () => Promise<void> }>,
): Promise<Set<string>> {
  const outcomes = new Set<string>();
  for (let done = 0; done < rounds; done += 1) {
    const { one, other, holds } = await round();
    const [first, second] = done % 2 === 0 ? [one, other] : [other, one];
    const replies = await Promise.all([first(), second()]);
    const [ofOne, ofOther] = done % 2 === 0 ? replies : replies.toReversed();
    for (const reply of replies) {
      if (reply.status >= 500) throw new Error(`A race ends in ${reply.text}`);
    }
    outcomes.add(`${ofOne?.status} ${ofOther?.status}`);
    await holds();
  }
  return outcomes;
}

const post = (resource: Resource, body: Body) => client.call('POST', pathOf(resource), { body });
const patch = (resource: Resource, { id }: Row, body: Body) => client.call('PATCH', pathOf(resource, id), { body });
const remove = (resource: Resource, { id }: Row) => client.call('DELETE', pathOf(resource, id));
const read = async (resource: Resource, { id }: Row): Promise<Reply> => client.call('GET', pathOf(resource, id));

const isAnyOf = (outcomes: Set<string>, ...allowed: string[]) =>
  expect(allowed).toEqual(expect.arrayContaining([...outcomes]));

test('a legal entity is archived or gets its establishment, never both', async () => {
  const outcomes = await race(async () => {
    const owner = await legalEntity(client);
    return {
      one: () => patch(legalEntities, owner, { isArchived: true }),
      other: () => post(businessEstablishments, { name: 'New', legalEntity: { id: owner.id } }),
      holds: async () => {
        const { isArchived } = (await read(legalEntities, owner)).body;
        const places = await found(client, businessEstablishments, `legalEntity.id=${owner.id}`);
        expect([isArchived, places.length]).toEqual(isArchived ? [true, 0] : [false, 1]);
      },
    };
  });
  isAnyOf(outcomes, '200 400', '400 201');
});

test('a legal entity is archived or takes an establishment over, never both', async () => {
  const outcomes = await race(async () => {
    const [owner, former] = [await legalEntity(client), await legalEntity(client)];
    const place = await establishment(client, former);
    return {
      one: () => patch(legalEntities, owner, { isArchived: true }),
      other: () => patch(businessEstablishments, place, { legalEntity: { id: owner.id } }),
      holds: async () => {
        const { isArchived } = (await read(legalEntities, owner)).body;
        const { id } = (await read(businessEstablishments, place)).body.legalEntity;
        expect(id).toBe(isArchived ? former.id : owner.id);
      },
    };
  });
  isAnyOf(outcomes, '200 400', '400 200');
});

test('a legal entity is deleted or gets its establishment, never both', async () => {
  const outcomes = await race(async () => {
    const owner = await legalEntity(client);
    return {
      one: () => remove(legalEntities, owner),
      other: () => post(businessEstablishments, { name: 'New', legalEntity: { id: owner.id } }),
      holds: async () => {
        const { status } = await read(legalEntities, owner);
        const places = await found(client, businessEstablishments, `legalEntity.id=${owner.id}`);
        expect([status, places.length]).toEqual(status === 404 ? [404, 0] : [200, 1]);
      },
    };
  });
  isAnyOf(outcomes, '204 400', '400 201');
});

test('a legal entity is deleted or named by a template, never both', async () => {
  const outcomes = await race(async () => {
    const owner = await legalEntity(client);
    const template = await createExample(client, employmentTemplates, { legalEntities: [] });
    return {
      one: () => remove(legalEntities, owner),
      other: () => patch(employmentTemplates, template, { legalEntities: [{ id: owner.id }] }),
      holds: async () => {
        const { status } = await read(legalEntities, owner);
        const named = (await read(employmentTemplates, template)).body.legalEntities;
        expect([status, named.length]).toEqual(status === 404 ? [404, 0] : [200, 1]);
      },
    };
  });
  isAnyOf(outcomes, '204 400', '400 200');
});

test('an establishment is deleted or named by a category, never both', async () => {
  const outcomes = await race(async () => {
    const place = await establishment(client, await legalEntity(client));
    return {
      one: () => remove(businessEstablishments, place),
      other: () => post(occupationCategories, { title: unique(), businessEstablishments: [{ id: place.id }] }),
      holds: async () => {
        const { status } = await read(businessEstablishments, place);
        const query = `businessEstablishments.id=${place.id}&-businessEstablishments.id=null`;
        const naming = await found(client, occupationCategories, query);
        expect([status, naming.length]).toEqual(status === 404 ? [404, 0] : [200, 1]);
      },
    };
  });
  isAnyOf(outcomes, '204 400', '400 201');
});

test('an establishment that a category drops and gets back is never deleted in between', async () => {
  for (let done = 0; done < rounds; done += 1) {
    const owner = await legalEntity(client);
    const [place, other] = [await establishment(client, owner), await establishment(client, owner)];
    const both = { businessEstablishments: [{ id: place.id }, { id: other.id }] };
    const category = await createExample(client, occupationCategories, both);
    const replies = await Promise.all([
      patch(occupationCategories, category, { businessEstablishments: [{ id: other.id }] }),
      remove(businessEstablishments, place),
      patch(occupationCategories, category, { businessEstablishments: [{ id: other.id }, { id: place.id }] }),
      remove(businessEstablishments, place),
    ]);
    for (const { status, text } of replies) if (status >= 500) throw new Error(text);
    const isGone = (await read(businessEstablishments, place)).status === 404;
    const { businessEstablishments: named } = (await read(occupationCategories, category)).body;
    expect(isGone && named.some(({ id }: Row) => id === place.id)).toBe(false);
  }
});

test('of two headquarters at once one is refused', async () => {
  const outcomes = await race(async () => {
    const owner = await legalEntity(client);
    const place = await establishment(client, owner);
    return {
      one: () => patch(businessEstablishments, place, { isHeadquarters: true }),
      other: () => post(businessEstablishments, { name: 'Head', legalEntity: { id: owner.id }, isHeadquarters: true }),
      holds: async () => {
        const { body } = await client.call('GET', `${pathOf(businessEstablishments)}?legalEntity.id=${owner.id}`);
        expect(body.items.filter(({ isHeadquarters }: Row) => isHeadquarters)).toHaveLength(1);
      },
    };
  });
  isAnyOf(outcomes, '200 400', '400 201');
});

test('of two equal names at once one is refused', async () => {
  const outcomes = await race(async () => {
    const legalName = `Twin ${unique()}`;
    const create = (name: string) => post(legalEntities, { legalName: name, countryCode: 'FRA', currencyCode: 'EUR' });
    return { one: () => create(legalName), other: () => create(legalName.toUpperCase()), holds: async () => undefined };
  });
  isAnyOf(outcomes, '201 400', '400 201');
});

test('a profession is deleted or named by a qualification, never both', async () => {
  const outcomes = await race(async () => {
    const profession = await createExample(client, professions);
    return {
      one: () => remove(professions, profession),
      other: () => post(jobQualifications, { title: unique(), rank: 1, profession: { id: profession.id } }),
      holds: async () => {
        const { status } = await read(professions, profession);
        const naming = await found(client, jobQualifications, `profession.id=${profession.id}`);
        expect([status, naming.length]).toEqual(status === 404 ? [404, 0] : [200, 1]);
      },
    };
  });
  isAnyOf(outcomes, '204 400', '400 201');
});
