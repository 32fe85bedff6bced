// A client application gets tokens with a standard OAuth library, and loses them by revocation.
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ClientCredentials,
  changeClient,
  endOldSecret,
  restoreClient,
  revokeClient,
  rotateSecret,
} from '../../../cli/client-applications.ts';
import { addressBook, type HostAccount } from '../../../server/identity/accounts/addresses.ts';
import { type Authentication, authentication } from '../../../server/identity/auth/authentication.ts';
import { isRefusal } from '../../../server/identity/auth/bearer.ts';
import { ringOfOne } from '../../../server/identity/auth/key-ring.ts';
import { startTokenService, type TokenService } from '../../support/token-service.ts';

const shared: HostAccount = { kind: 'shared' };
const granted = ['employees.readonly', 'events.readonly'];
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let service: TokenService;
beforeAll(async () => {
  service = await startTokenService();
});
afterAll(() => service.close());

async function outcome(token: string, node: Authentication = service): Promise<string> {
  const answer = await node.authenticate(`Bearer ${token}`, shared);
  return isRefusal(answer) ? answer.reason : [...answer.scopes].join(' ');
}

async function statusOf(path: string, client: ClientCredentials, fields: Record<string, string>): Promise<number> {
  const form = new URLSearchParams({ ...fields, client_id: client.clientId, client_secret: client.clientSecret });
  return (await service.post(path, form.toString())).status;
}

const tokenStatus = (client: ClientCredentials) =>
  statusOf('/connect/token', client, { grant_type: 'client_credentials' });

describe('openid-client', () => {
  const discovered = (client: ClientCredentials, method: openid.ClientAuth) =>
    openid.discovery(new URL(service.url), client.clientId, undefined, method, {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });

  it.each([
    ['Basic', openid.ClientSecretBasic],
    ['the body', openid.ClientSecretPost],
  ])('discovers the service and gets a token with the secret in %s', async (_, method) => {
    const client = await service.newClient(granted);
    const config = await discovered(client, method(client.clientSecret));
    const answer = await openid.clientCredentialsGrant(config, { scope: 'events.readonly' });
    expect(answer).toMatchObject({ token_type: 'bearer', expires_in: 1800, scope: 'events.readonly' });
    expect(await outcome(answer.access_token)).toBe('events.readonly');
    expect(await openid.tokenIntrospection(config, answer.access_token)).toMatchObject({
      active: true,
      client_id: client.clientId,
      scope: 'events.readonly',
      account: 'Acme',
    });
    await openid.tokenRevocation(config, answer.access_token);
    expect(await openid.tokenIntrospection(config, answer.access_token)).toEqual({ active: false });
    expect(await outcome(answer.access_token)).toBe('invalid');
  });

  it('gets a token that only reads for a client that may write', async () => {
    const client = await service.newClient(['taxonomies.readwrite']);
    const config = await discovered(client, openid.ClientSecretBasic(client.clientSecret));
    const answer = await openid.clientCredentialsGrant(config, { scope: 'taxonomies.readonly' });
    expect(answer.scope).toBe('taxonomies.readonly');
    expect(await outcome(answer.access_token)).toBe('taxonomies.readonly');
    const reader = await service.newClient(['taxonomies.readonly']);
    const narrow = await discovered(reader, openid.ClientSecretBasic(reader.clientSecret));
    const widened = openid.clientCredentialsGrant(narrow, { scope: 'taxonomies.readwrite' });
    await expect(widened).rejects.toMatchObject({ error: 'invalid_scope' });
  });

  it('understands refusals', async () => {
    const client = await service.newClient(granted);
    const wrong = await discovered(client, openid.ClientSecretBasic('wrong'));
    await expect(openid.clientCredentialsGrant(wrong)).rejects.toMatchObject({ cause: [{ scheme: 'basic' }] });
    const wrongPost = await discovered(client, openid.ClientSecretPost('wrong'));
    await expect(openid.clientCredentialsGrant(wrongPost)).rejects.toMatchObject({ status: 401 });
    const right = await discovered(client, openid.ClientSecretBasic(client.clientSecret));
    await expect(openid.clientCredentialsGrant(right, { scope: 'leaves.readonly' })).rejects.toMatchObject({
      status: 400,
      error: 'invalid_scope',
    });
  });
});

describe('oauth4webapi', () => {
  const insecure = { [oauth.allowInsecureRequests]: true };

  it('discovers the service, gets a token and verifies it as a resource server would', async () => {
    const client = await service.newClient(granted);
    const issuer = new URL(service.url);
    const discovery = await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' });
    const server = await oauth.processDiscoveryResponse(issuer, discovery);
    const caller: oauth.Client = { client_id: client.clientId };
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      caller,
      oauth.ClientSecretBasic(client.clientSecret),
      {},
      insecure,
    );
    const { access_token } = await oauth.processClientCredentialsResponse(server, caller, response);
    const request = new Request(service.url, { headers: { authorization: `Bearer ${access_token}` } });
    const claims = await oauth.validateJwtAccessToken(server, request, service.url, insecure);
    expect(claims).toMatchObject({
      iss: service.url,
      aud: service.url,
      sub: client.clientId,
      client_id: client.clientId,
      scope: granted.join(' '),
      account: 'Acme',
    });
    expect(claims.exp - claims.iat).toBe(1800);
  });

  it('understands that a client is refused', async () => {
    const server: oauth.AuthorizationServer = { issuer: service.url, token_endpoint: `${service.url}/connect/token` };
    const caller: oauth.Client = { client_id: 'app-unknown' };
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      caller,
      oauth.ClientSecretPost('wrong'),
      {},
      insecure,
    );
    await expect(oauth.processClientCredentialsResponse(server, caller, response)).rejects.toThrow();
  });
});

describe('a caller', () => {
  it('is the same object while nothing changes', async () => {
    const client = await service.newClient(granted);
    const authorization = `bearer ${await service.tokenOf(client)}`;
    const [first, second] = [
      await service.authenticate(authorization, shared),
      await service.authenticate(authorization, shared),
    ];
    expect(first).toBe(second);
    expect(first).toMatchObject({
      accountId: service.account.id,
      account: 'Acme',
      baseUrl: service.url,
      clientId: client.clientId,
      establishments: null,
      requestsPerMinute: null,
    });
  });

  it.each([[undefined], [''], ['Bearer'], ['Bearer  '], ['Basic YTpi'], ['svc application=mst_ak_x']])(
    'without a bearer token is missing one: %s',
    async (authorization) => {
      expect(await service.authenticate(authorization, shared)).toEqual({ reason: 'missing' });
    },
  );

  it('must come in under the host of its account', async () => {
    const { database } = service.keeping;
    const addresses = addressBook({
      publicUrl: 'https://hr.example.com',
      authUrl: 'https://accounts.example.com',
      accountHosts: [{ environment: 'production', pattern: '{account}.example.com' }],
    });
    const { derivedKeys, now } = service;
    const node = authentication({ database, addresses, ring: ringOfOne(derivedKeys), now });
    const { clientId } = await service.newClient(granted);
    const client = await node.clients.load(clientId);
    const token = await node.tokens.issue(client ?? expect.fail(), granted);
    const at = async (host: string) => node.authenticate(`Bearer ${token}`, addresses.accountAt(host));
    expect(await at('acme.example.com')).toMatchObject({ account: 'Acme', baseUrl: 'https://acme.example.com' });
    for (const host of ['other.example.com', 'hr.example.com', 'accounts.example.com', 'evil.org']) {
      expect(await at(host)).toEqual({ reason: 'invalid' });
    }
    // The same keys, but another issuer and audience.
    expect(await outcome(token)).toBe('invalid');
  });
});

describe('withdrawn rights are refused within a second on every node', () => {
  async function everywhere(token: string, change: () => Promise<unknown>): Promise<[string, string]> {
    const other = service.anotherNode();
    expect(await outcome(token)).toBe(granted.join(' '));
    expect(await outcome(token, other)).toBe(granted.join(' '));
    await change();
    service.advance(1000);
    return [await outcome(token), await outcome(token, other)];
  }

  it('a revoked token, and only that one', async () => {
    const client = await service.newClient(granted);
    const [token, kept] = [await service.tokenOf(client), await service.tokenOf(client)];
    const revoke = () => statusOf('/connect/revocation', client, { token });
    expect(await everywhere(token, revoke)).toEqual(['invalid', 'invalid']);
    expect(await outcome(kept)).toBe(granted.join(' '));
    expect(await revoke()).toBe(200);
  });

  it('a withdrawn scope', async () => {
    const client = await service.newClient(granted);
    const token = await service.tokenOf(client);
    const withdraw = () => changeClient(service.keeping, client.clientId, { scopes: ['events.readonly'] });
    expect(await everywhere(token, withdraw)).toEqual(['events.readonly', 'events.readonly']);
  });

  it('a disabled client, until it is restored', async () => {
    const client = await service.newClient(granted);
    const token = await service.tokenOf(client);
    expect(await everywhere(token, () => revokeClient(service.keeping, client.clientId))).toEqual([
      'invalid',
      'invalid',
    ]);
    expect(await tokenStatus(client)).toBe(401);
    await restoreClient(service.keeping, client.clientId);
    service.advance(1000);
    expect(await outcome(token)).toBe(granted.join(' '));
  });

  it('also by the real clock', async () => {
    const client = await service.newClient(granted);
    const token = await service.tokenOf(client);
    const other = service.anotherNode();
    expect(await outcome(token, other)).toBe(granted.join(' '));
    await revokeClient(service.keeping, client.clientId);
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(await outcome(token, other)).toBe('invalid');
  });
});

describe('somebody else’s token', () => {
  it('can neither be revoked nor seen', async () => {
    const [owner, other] = [await service.newClient(granted), await service.newClient(granted)];
    const token = await service.tokenOf(owner);
    expect(await statusOf('/connect/revocation', other, { token })).toBe(200);
    service.advance(1000);
    expect(await outcome(token)).toBe(granted.join(' '));
    const form = new URLSearchParams({ token, client_id: other.clientId, client_secret: other.clientSecret });
    const response = await service.post('/connect/introspection', form.toString());
    expect(await response.json()).toEqual({ active: false });
    // The attempt does not block the owner's own revocation either.
    expect(await statusOf('/connect/revocation', owner, { token })).toBe(200);
    expect(await outcome(token)).toBe('invalid');
  });
});

describe('a new secret', () => {
  it('works at once, next to the old one until the overlap ends', async () => {
    const client = await service.newClient(granted);
    expect(await tokenStatus(client)).toBe(200);
    const renewed = await rotateSecret(service.keeping, client.clientId);
    expect(await tokenStatus(renewed)).toBe(200);
    expect(await tokenStatus(client)).toBe(200);
    service.advance(dayMs - minuteMs);
    expect(await tokenStatus(client)).toBe(200);
    service.advance(minuteMs);
    expect(await tokenStatus(client)).toBe(401);
    expect(await tokenStatus(renewed)).toBe(200);
  });

  it('ends the old one to the moment, also for a node that has just read it', async () => {
    const client = await service.newClient(granted);
    await rotateSecret(service.keeping, client.clientId, { overlapSeconds: 60 });
    service.advance(minuteMs - 500);
    await tokenStatus(client);
    service.advance(500);
    expect(await tokenStatus(client)).toBe(401);
  });

  it('leaves at most two live, and the overlap can be ended or left out', async () => {
    const first = await service.newClient(granted);
    const second = await rotateSecret(service.keeping, first.clientId, { overlapSeconds: 7 * 24 * 3600 });
    const third = await rotateSecret(service.keeping, first.clientId);
    service.advance(1000);
    expect(await Promise.all([first, second, third].map(tokenStatus))).toEqual([401, 200, 200]);
    await endOldSecret(service.keeping, first.clientId);
    service.advance(1000);
    expect(await Promise.all([second, third].map(tokenStatus))).toEqual([401, 200]);
    const fourth = await rotateSecret(service.keeping, first.clientId, { overlapSeconds: 0 });
    service.advance(1000);
    expect(await Promise.all([third, fourth].map(tokenStatus))).toEqual([401, 200]);
  });
});
