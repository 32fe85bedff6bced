/**
 * Which addresses webhooks may call: https, public, and not the service itself. A name is checked by everything that it
 * resolves to, when an endpoint is saved and again by the actual connection, so that a name that changes in between
 * gains nothing.
 */
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Resolve = (hostname: string) => Promise<readonly string[]>;

export interface AddressPermits {
  /** Private networks that may be called, also with plain http. */
  readonly networks: readonly string[];
  /** Whether a host, with its port, belongs to the service itself. */
  readonly isOwnHost: (host: string) => boolean;
  /** Replaced in tests. */
  readonly resolve?: Resolve;
}

export class RefusedAddressError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RefusedAddressError';
  }
}

const urlCharactersMax = 2000;
const pathCharactersMax = 500;

/** A sentence that describes the problem of the address, or null. */
export async function refusedAddress(text: string, permits: AddressPermits): Promise<string | null> {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'Must be an https:// address.';
  const error = formError(text, url) ?? ownError(url, permits);
  if (error !== null) return error;
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  try {
    await checkedAddresses(hostname, url.protocol, permits);
    return null;
  } catch (error) {
    if (error instanceof RefusedAddressError) return error.message;
    return `The host ${hostname} cannot be found.`;
  }
}

function formError(text: string, url: URL): string | null {
  if (url.username !== '' || url.password !== '') return 'Must not hold a user name or password.';
  if (text.includes('#')) return 'Must not hold a fragment.';
  if (text.length > urlCharactersMax) return `Must be at most ${urlCharactersMax} characters long.`;
  if (url.pathname.length > pathCharactersMax) return `The path must be at most ${pathCharactersMax} characters long.`;
  return null;
}

/** On any port, except on a development instance, where the receiver may run on the same host. */
function ownError({ host, hostname }: URL, { isOwnHost, networks }: AddressPermits): string | null {
  const isOwn = isOwnHost(host) || (networks.length === 0 && isOwnHost(hostname));
  return isOwn ? 'Must not be an address of this service.' : null;
}

/** Everything that a name or a literal address resolves to; throws if one of them must not be called. */
export async function checkedAddresses(
  hostname: string,
  protocol: string,
  { networks, resolve = resolveName }: AddressPermits,
): Promise<readonly string[]> {
  const addresses = isIP(hostname) === 0 ? await resolve(hostname) : [hostname];
  if (addresses.length === 0) throw new Error(`${hostname} has no address`);
  for (const address of addresses) {
    if (isWithin(address, networks)) continue;
    if (protocol !== 'https:') throw new RefusedAddressError('Must be an https:// address.');
    if (!isPublic(address)) {
      throw new RefusedAddressError('Must be an address on the public internet: the host leads to one that is not.');
    }
  }
  return addresses;
}

/**
 * For sockets: resolves a name once, checks all results, and connects to a checked address. Sockets do not resolve
 * literal addresses, so those are checked before (see send.ts).
 */
export function checkedLookup(protocol: string, permits: AddressPermits): LookupFunction {
  return (hostname, options, callback) => {
    checkedAddresses(hostname, protocol, permits).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (options.all) callback(null, found);
        else callback(null, found[0]?.address ?? '', found[0]?.family ?? 4);
      },
      (error) => callback(error, ''),
    );
  };
}

function isWithin(text: string, networks: readonly string[]): boolean {
  const address = ipaddr.process(text);
  return networks.some((network) => {
    const [start, bits] = ipaddr.parseCIDR(network);
    return start.kind() === address.kind() && address.match(start, bits);
  });
}

/** Only plain unicast is public; an address that contains IPv4 addresses is checked by those. */
export function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  const wrapped = wrappedIn(address as ipaddr.IPv6);
  if (wrapped.some((one) => one.range() !== 'unicast')) return false;
  return isWrapping(address as ipaddr.IPv6) || (address.range() === 'unicast' && isGivenOut(address as ipaddr.IPv6));
}

/** Nothing outside 2000::/3 has been allocated. */
const isGivenOut = ({ parts }: ipaddr.IPv6): boolean => (parts[0] as number) >> 13 === 1;

/** Whole ranges that represent IPv4 addresses. The range for local NAT64 (64:ff9b:1::/48) is not one of them. */
const isWrapping = (address: ipaddr.IPv6): boolean =>
  ['ipv4Mapped', 'rfc6145', '6to4', 'teredo'].includes(address.range()) ||
  address.match(ipaddr.IPv6.parse('64:ff9b::'), 96);

/** The IPv4 addresses inside. */
function wrappedIn(address: ipaddr.IPv6): ipaddr.IPv4[] {
  const { parts } = address;
  const at = (index: number, mask = 0) => {
    const [high, low] = [(parts[index] as number) ^ mask, (parts[index + 1] as number) ^ mask];
    return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
  };
  // The relay, and the client behind it, which is written with inverted bits.
  if (address.range() === 'teredo') return [at(2), at(6, 0xffff)];
  if (address.range() === '6to4') return [at(1)];
  const isTunnelled = parts[5] === 0x5efe && ((parts[4] as number) & 0xfdff) === 0;
  return isWrapping(address) || isTunnelled ? [at(6)] : [];
}

/**
 * Uses the DNS servers directly: the system function would block one of few threads while a dead name times out, and
 * with it the names of everybody else. `localhost` is not resolved by DNS.
 */
const resolver = new Resolver({ timeout: 2000, tries: 2 });

async function resolveName(hostname: string): Promise<readonly string[]> {
  if (/(^|\.)localhost\.?$/i.test(hostname)) return ['127.0.0.1', '::1'];
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const [first] = answers;
  if (addresses.length === 0 && first?.status === 'rejected') throw first.reason;
  return addresses;
}
