/** Groups connections by address, before their caller is known. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** The set of members with the same address; null for a trusted proxy. Empty sets are removed. */
export function addressesOf<Member>(
  trustedProxies: readonly string[],
): (address: string | undefined) => Set<Member> | null {
  const proxies = networks(trustedProxies);
  const groups = new Map<string, Set<Member>>();
  /** Empty sets are removed now and then: a few more entries do not matter. */
  const forgetEvery = 1000;
  let made = 0;
  return (remoteAddress = '') => {
    const address = plain(remoteAddress);
    if (isIPv4(address) ? proxies.check(address, 'ipv4') : isIPv6(address) && proxies.check(address, 'ipv6'))
      return null;
    const name = groupName(address);
    const known = groups.get(name);
    if (known) return known;
    made += 1;
    if (made % forgetEvery === 0) for (const [key, group] of groups) if (group.size === 0) groups.delete(key);
    const group = new Set<Member>();
    groups.set(name, group);
    return group;
  };
}

function networks(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const [address = '', bits] = text.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** An IPv4 address may be written as an IPv6 address. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');

/** An IPv6 network of a household has 2^64 addresses: they count as one. */
export function groupName(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const [before, after] = [groupsIn(head), groupsIn(tail ?? '')];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}

const groupsIn = (text: string): string[] => (text === '' ? [] : text.split(':'));
