/** Events for a client application limited to establishments, and changes of its list. */
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { scopes as everyScope } from '@muster/contract/scopes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeClient } from '../../../cli/client-applications.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { answering, createExample, newcomer, pathOf, type Row, unique } from '../../support/examples.ts';
import {
  changed,
  type EventRow,
  establishment,
  eventsSeen,
  found,
  legalEntity,
} from '../../support/organization/organization.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.stop());

interface Scene {
  readonly account: Account;
  readonly owner: TestClient;
  readonly limited: TestClient;
  readonly ofListed: Row;
  readonly ofOther: Row;
  readonly listed: Row;
  readonly sibling: Row;
  readonly foreign: Row;
}

/** Two legal entities, one with two establishments, of which one is listed. */
async function newScene(scopes: readonly string[] = everyScope): Promise<Scene> {
  const { account, client: owner } = await newcomer(service);
  const [ofListed, ofOther] = [await legalEntity(owner), await legalEntity(owner)];
  const listed = await establishment(owner, ofListed);
  const [sibling, foreign] = [await establishment(owner, ofListed), await establishment(owner, ofOther)];
  const limited = await service.client(account, { scopes, establishments: [listed.id] });
  return { account, owner, limited, ofListed, ofOther, listed, sibling, foreign };
}

const about = (events: readonly EventRow[], type: string): string[] =>
  events.filter(({ data }) => data.type === type).map(({ data }) => data.id);

describe('events', () => {
  test('of establishments and legal entities are seen where those are visible, all others by everybody', async () => {
    const { owner, limited, ofListed, ofOther, listed, foreign } = await newScene();
    // Only the client application itself sees what it owns.
    for (const resource of answering('create').filter(({ isOwned }) => !isOwned)) {
      if (resource.type !== legalEntities.type && resource.type !== businessEstablishments.type)
        await createExample(owner, resource, {}, true);
    }
    for (const row of [listed, foreign]) await changed(owner, businessEstablishments, row, { name: unique() });
    for (const row of [ofListed, ofOther]) await changed(owner, legalEntities, row, { legalName: unique() });
    const [all, seen] = [await eventsSeen(service, owner), await eventsSeen(service, limited)];
    expect(about(seen, 'business-establishment')).toEqual([listed.id, listed.id]);
    expect(about(seen, 'legal-entity')).toEqual([ofListed.id, ofListed.id]);
    const isOther = ({ data, businessEstablishment }: EventRow) =>
      businessEstablishment === null && data.type !== 'legal-entity';
    expect(
      seen.every(
        (event) =>
          isOther(event) || event.data.type === 'legal-entity' || event.businessEstablishment?.id === listed.id,
      ),
    ).toBe(true);
    expect(all.filter(isOther).length).toBeGreaterThan(4);
    expect(seen.filter(isOther)).toEqual(all.filter(isOther));
    const { body } = await limited.call('GET', '/svc-api/events?limit=0&include=totalCount');
    expect(body.totalCount).toBe(seen.length);
    const ids = new Set(seen.map(({ id }) => id));
    for (const { id } of all) {
      expect((await limited.call('GET', `/svc-api/events/${id}`)).status).toBe(ids.has(id) ? 200 : 404);
    }
  });

  test('are filtered by establishment among visible events', async () => {
    const { owner, limited, listed, foreign } = await newScene();
    const by = async (client: TestClient, value: string) =>
      (await eventsSeen(service, client, `&businessEstablishment.id=${value}`)).map(({ data }) => data.id);
    expect(await by(limited, listed.id)).toEqual([listed.id]);
    expect(await by(limited, `${listed.id},${foreign.id}`)).toEqual([listed.id]);
    expect(await by(limited, foreign.id)).toEqual([]);
    expect(await by(owner, foreign.id)).toEqual([foreign.id]);
  });

  test('need the scope of their type as well', async () => {
    const isOpen = (scope: string) => !/^(legal-entities|business-establishments)\./.test(scope);
    const { limited } = await newScene(everyScope.filter(isOpen));
    expect(await eventsSeen(service, limited)).toEqual([]);
  });

  test('of a deleted establishment name it, and other limited clients do not see them', async () => {
    const { owner, limited, sibling } = await newScene();
    await owner.call('DELETE', pathOf(businessEstablishments, sibling.id));
    const query = '&topic=business-establishment.deleted';
    const [event] = await eventsSeen(service, owner, query);
    expect(event).toMatchObject({ businessEstablishment: { id: sibling.id }, data: { id: sibling.id } });
    expect(await eventsSeen(service, limited, query)).toEqual([]);
  });

  test('of a legal entity follow the establishment that moves to another one', async () => {
    const { owner, limited, ofListed, ofOther, listed } = await newScene();
    expect(about(await eventsSeen(service, limited), 'legal-entity')).toEqual([ofListed.id]);
    await changed(owner, businessEstablishments, listed, { legalEntity: { id: ofOther.id } });
    expect(await found(limited, legalEntities, '')).toEqual([ofOther.id]);
    expect((await limited.call('GET', pathOf(legalEntities, ofListed.id))).status).toBe(404);
    expect(about(await eventsSeen(service, limited), 'legal-entity')).toEqual([ofOther.id]);
  });
});

describe('the list of a client application', () => {
  /** The longest time until a change takes effect. */
  const aSecondLater = () => service.advance(1000);

  test('takes effect on issued tokens within a second: on rows, references, events and creation', async () => {
    const { limited, ofOther, foreign, listed } = await newScene();
    expect(await found(limited, businessEstablishments, '')).toEqual([listed.id]);
    const { clientId } = limited.credentials;
    await changeClient(service, clientId, { establishments: [foreign.id] });
    aSecondLater();
    expect(await found(limited, businessEstablishments, '')).toEqual([foreign.id]);
    expect(await found(limited, legalEntities, '')).toEqual([ofOther.id]);
    expect((await limited.call('GET', pathOf(businessEstablishments, listed.id))).status).toBe(404);
    const events = await eventsSeen(service, limited);
    expect(about(events, 'business-establishment')).toEqual([foreign.id]);
    expect(about(events, 'legal-entity')).toEqual([ofOther.id]);
    await changeClient(service, clientId, { establishments: null });
    aSecondLater();
    expect(await found(limited, businessEstablishments, '')).toHaveLength(3);
    await establishment(limited, await legalEntity(limited));
  });

  test('may name several, archived ones included', async () => {
    const { account, owner, listed, foreign, ofListed, ofOther } = await newScene();
    await changed(owner, businessEstablishments, foreign, { isArchived: true });
    const both = await service.client(account, { establishments: [listed.id, foreign.id] });
    expect(await found(both, businessEstablishments, '')).toEqual([listed.id, foreign.id]);
    expect(await found(both, businessEstablishments, 'isArchived=true')).toEqual([foreign.id]);
    expect(await found(both, legalEntities, '')).toEqual([ofListed.id, ofOther.id]);
  });

  test('that is absent opens all establishments, those made later included', async () => {
    const { account, owner, ofOther } = await newScene();
    const open = await service.client(account);
    const later = await establishment(owner, ofOther);
    expect(await found(open, businessEstablishments, '')).toContain(later.id);
    expect(about(await eventsSeen(service, open), 'business-establishment')).toContain(later.id);
  });

  test('of ids that name nothing, or rows of another account, is refused', async () => {
    const [mine, theirs] = [await newScene(), await newScene()];
    for (const establishments of [['999999999'], [mine.listed.id, theirs.listed.id]]) {
      await expect(service.client(mine.account, { establishments })).rejects.toThrow(
        'There is no business-establishment with this id.',
      );
    }
  });
});
