/**
 * The answer that a request must get, worked out from the declarations and the order of checks of the contract: route,
 * method, token, version, scope, resource, precondition, body. Nothing of the code that checks requests is asked.
 */
import { type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { scopesIn } from '@muster/contract/scopes.ts';
import type { CallerFacts } from './callers.ts';
import { type DeclaredOperation, isOfOne } from './operations.ts';
import { isTied } from './tied.ts';
import type { SeededRow, World } from './world.ts';

/** Anyone who is limited to establishments could not see what it makes: the contract refuses it. */
const forbiddenToLimited: readonly string[] = ['business-establishment', 'legal-entity'];

/** Seen from every account by who runs the installation. */
const ofInstallation: readonly string[] = ['account'];

/** One for all accounts, or one in each under the same id. */
const isSame = ({ idKind, isWrittenElsewhere }: Resource): boolean => idKind === 'text' && isWrittenElsewhere === true;

const isWrite = ({ method }: DeclaredOperation): boolean => method !== 'GET';

export function expectedStatus(
  declared: DeclaredOperation,
  caller: CallerFacts,
  row: SeededRow | null,
  establishments: World['establishments'],
): number {
  const { resource, isRefused } = declared;
  const isAdministration = resource.area === 'administration';
  // The administration area knows people alone, and asks first where a change comes from.
  const comesAsPerson = isAdministration || caller.kind === 'person' || isCookieAlone(caller);
  if (comesAsPerson && isWrite(declared) && !isFromOwnPage(caller)) return 403;
  if (!caller.isValid || (isAdministration && caller.kind !== 'person')) return 401;
  if (!caller.hasVersion) return 400;
  if (isRefused) return 403;
  if (!holds(declared, caller)) return 403;
  const isThere = row !== null && isSeen(resource, caller, row, establishments);
  if (resource.content === 'kept' && declared.operation === 'read') return fileStatus(caller, row);
  if ((isOfOne(declared) || resource.within) && !isThere) return 404;
  return success(declared, caller);
}

const isCookieAlone = ({ name }: CallerFacts): boolean => name === 'a cookie of nothing';
const isFromOwnPage = (caller: CallerFacts): boolean => caller.isOwnPage || isCookieAlone(caller);

const holds = ({ needs }: DeclaredOperation, { scopes }: CallerFacts): boolean =>
  needs === 'any-token' || needs.some((scope) => scopes.has(scope));

/**
 * The token of a link is asked for and is for one application. The scope of what names the file, here an employment, is
 * asked for as well: a link opens nothing that its caller may no longer read.
 */
function fileStatus({ account, clientId, scopes }: CallerFacts, row: SeededRow | null): number {
  if (row === null) return 400;
  if ((row.place === 'abroad') !== (account === 'other')) return 404;
  const readsNaming = scopesIn(scopesFor(employments, 'read')).some((scope) => scopes.has(scope));
  return row.madeBy === clientId && readsNaming ? 200 : 403;
}

function isSeen(resource: Resource, caller: CallerFacts, row: SeededRow, at: World['establishments']): boolean {
  if (isSame(resource) || ofInstallation.includes(resource.type)) return true;
  if ((row.place === 'abroad') !== (caller.account === 'other')) return false;
  if (resource.isOwned && caller.kind !== 'person' && caller.clientId !== row.madeBy) return false;
  if (row.about) return receivesEventsOf(row.about.type, caller);
  if (!isTied(resource) || caller.establishments === null || row.place === 'abroad') return true;
  return caller.establishments.includes(at[row.place]);
}

/** An event is seen with a scope of what it tells of; these tell of a legal entity that owns no establishment. */
function receivesEventsOf(type: string, { scopes, establishments }: CallerFacts): boolean {
  const subject = resourceOf(type) as Resource;
  const isOpen = scopesIn(scopesFor(subject, 'read')).some((scope) => scopes.has(scope));
  return isOpen && (establishments === null || !isTied(subject));
}

function success({ resource, operation }: DeclaredOperation, { establishments }: CallerFacts): number {
  if (operation === 'create' && establishments !== null && forbiddenToLimited.includes(resource.type)) return 403;
  if (operation === 'create') return resource.content === 'kept' ? 415 : 400;
  return operation === 'remove' ? 412 : 200;
}
