/**
 * The expected response to a request, computed from the declarations and the documented order of checks: route,
 * method, token, version, scope, resource, precondition, body. It does not use the code that checks requests.
 */
import { type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { scopesIn } from '@muster/contract/scopes.ts';
import type { CallerFacts } from './callers.ts';
import { type DeclaredOperation, isOfOne, subjectOf } from './operations.ts';
import { isAboutPeople, isTied } from './tied.ts';
import type { SeededRow, World } from './world.ts';

/** A caller limited to establishments could not see what it creates, so the creation is refused. */
const forbiddenToLimited: readonly string[] = ['business-establishment', 'legal-entity'];

/** Operators see them from every account. */
const ofInstallation: readonly string[] = ['account'];

/** Ids of their own, although they are texts. */
const withOwnIds: readonly string[] = ['history-entry'];

/** One for all accounts, or one in each with the same id. */
const isSame = ({ idKind, isWrittenElsewhere, type }: Resource): boolean =>
  idKind === 'text' && isWrittenElsewhere === true && !withOwnIds.includes(type);

/** Not shared, and made by a person who is none of the callers. */
const ofOnePerson: readonly string[] = ['saved-view'];

const importTypes: readonly string[] = ['import', 'import-error'];

const isWrite = ({ method }: DeclaredOperation): boolean => method !== 'GET';

export function expectedStatus(
  declared: DeclaredOperation,
  caller: CallerFacts,
  row: SeededRow | null,
  establishments: World['establishments'],
): number {
  const { resource, isRefused } = declared;
  const isAdministration = resource.area === 'administration';
  // The administration area accepts only people, and first checks the origin of a change.
  const comesAsPerson = isAdministration || caller.kind === 'person' || isCookieAlone(caller);
  if (comesAsPerson && isWrite(declared) && !isFromOwnPage(caller)) return 403;
  if (!caller.isValid || (isAdministration && caller.kind !== 'person')) return 401;
  if (!caller.hasVersion) return 400;
  if (isRefused) return 403;
  if (!holds(declared, caller)) return 403;
  const isThere = row !== null && isSeen(subjectOf(declared), caller, row, establishments);
  if (resource.content === 'kept' && declared.operation === 'read') return fileStatus(caller, row);
  if ((isOfOne(declared) || resource.within) && !isThere) return 404;
  return success(declared, caller);
}

const isCookieAlone = ({ name }: CallerFacts): boolean => name === 'a cookie of nothing';
const isFromOwnPage = (caller: CallerFacts): boolean => caller.isOwnPage || isCookieAlone(caller);

const holds = ({ needs }: DeclaredOperation, { scopes }: CallerFacts): boolean =>
  needs === 'any-token' || needs.some((scope) => scopes.has(scope));

/**
 * A file needs the token of a link, which belongs to one application, and the scope of the resource that refers to it,
 * here an employment: a link opens nothing that its caller may no longer read.
 */
function fileStatus({ account, clientId, scopes }: CallerFacts, row: SeededRow | null): number {
  if (row === null) return 400;
  if ((row.place === 'abroad') !== (account === 'other')) return 404;
  const readsNaming = scopesIn(scopesFor(employments, 'read')).some((scope) => scopes.has(scope));
  return row.madeBy === clientId && readsNaming ? 200 : 403;
}

/** Who may refer to a file: its maker, and who reads the employment that refers to it. */
function mayNameFile(caller: CallerFacts, row: SeededRow, at: World['establishments']): boolean {
  if (caller.kind !== 'person' && caller.clientId === row.madeBy) return true;
  const readsNaming = scopesIn(scopesFor(employments, 'read')).some((scope) => caller.scopes.has(scope));
  return readsNaming && isSeen(employments, caller, row, at);
}

function isSeen(resource: Resource, caller: CallerFacts, row: SeededRow, at: World['establishments']): boolean {
  if (resource.content === 'kept' && (row.place === 'abroad') === (caller.account === 'other'))
    return mayNameFile(caller, row, at);
  if (isSame(resource) || ofInstallation.includes(resource.type)) return true;
  if ((row.place === 'abroad') !== (caller.account === 'other') || ofOnePerson.includes(resource.type)) return false;
  if (resource.isOwned && caller.kind !== 'person' && caller.clientId !== row.madeBy) return false;
  // Lines of imports can be about anybody.
  if (importTypes.includes(resource.type) && caller.kind === 'person' && caller.establishments !== null) return false;
  if (row.about) return receivesEventsOf(row.about.type, caller);
  if (caller.teamIn !== null && isAboutPeople(resource))
    return row.place !== 'abroad' && caller.teamIn.includes(at[row.place]);
  if (!isTied(resource) || caller.establishments === null || row.place === 'abroad') return true;
  return caller.establishments.includes(at[row.place]);
}

/** An event needs a scope of its subject; these are about a legal entity without establishments. */
function receivesEventsOf(type: string, { scopes, establishments }: CallerFacts): boolean {
  const subject = resourceOf(type) as Resource;
  const isOpen = scopesIn(scopesFor(subject, 'read')).some((scope) => scopes.has(scope));
  return isOpen && (establishments === null || !isTied(subject));
}

function success({ resource, operation }: DeclaredOperation, { establishments }: CallerFacts): number {
  if (operation === 'create' && establishments !== null && forbiddenToLimited.includes(resource.type)) return 403;
  if (operation === 'create') return resource.content === 'kept' || resource.fileBody ? 415 : 400;
  return operation === 'remove' ? 412 : 200;
}
