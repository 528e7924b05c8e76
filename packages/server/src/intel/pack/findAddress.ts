/**
 * Row of an address in a column of sorted 20-byte addresses: the first one, where it occurs more than once. -1: absent.
 * A binary search needs 20 bytes per address; a Map of hex strings took 7 times as much (docs/decisions/031).
 */
export function findAddress(addresses: Buffer, address: string): number {
  const wanted = Buffer.from(address.slice(2), 'hex')
  if (wanted.length !== 20) return -1
  let low = 0
  let high = addresses.length / 20
  while (low < high) {
    const middle = (low + high) >>> 1
    if (addresses.compare(wanted, 0, 20, middle * 20, middle * 20 + 20) < 0) low = middle + 1
    else high = middle
  }
  const found = low * 20 < addresses.length && addresses.compare(wanted, 0, 20, low * 20, low * 20 + 20) === 0
  return found ? low : -1
}
