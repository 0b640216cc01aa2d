import { BlockList, isIP } from 'node:net'

/** The public part of IPv6; the rest of version 6 is local, mapped or translated. */
const shared6 = new BlockList()
shared6.addSubnet('2000::', 3, 'ipv6')

/** Ranges within the public network that lead back into a machine, a school or a data centre, or nowhere. */
const refused = new BlockList()
const refused4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Includes the metadata address of Alibaba Cloud.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // The address from which Azure serves its own machines.
  ['168.63.129.16', 32],
  // Link-local, with the metadata of most clouds.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, unassigned addresses, and broadcast.
  ['224.0.0.0', 3],
]
const refused6: readonly [string, number][] = [
  // Teredo and what else carries version 4 inside: any private address could be in there.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]
for (const [net, bits] of refused4) refused.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of refused6) refused.addSubnet(net, bits, 'ipv6')

/**
 * Whether an address (not a name) belongs to a machine of the open Internet. Private, loopback, link-local, unique
 * local, mapped, translated (NAT64, 6to4, Teredo), metadata, multicast and reserved addresses do not.
 */
export const isPublicTarget = (address: string): boolean => {
  if (isIP(address) === 4) return !refused.check(address, 'ipv4')
  // An address with a zone (`%eth0`) belongs to one link, whatever its prefix.
  if (isIP(address) !== 6 || address.includes('%')) return false
  return shared6.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}
