import type { Guarded } from '@redoubt/egress/guarded.ts'

/** Milliseconds for which one answer is relied on. */
const RELIED_ON_MS = 60_000
const DEADLINE_MS = 3_000
const HTTPS = 443

/**
 * Tells whether DNS works: whether one of the names, which always resolve, resolves now. Shared by all scans and asked at most once a
 * minute, only when a scan wants to know.
 * @param names of different operators, so that the outage of one is no outage of DNS.
 * @param now milliseconds of any clock.
 */
export function createControlNames(
  { lookUp }: Pick<Guarded, 'lookUp'>,
  names: readonly string[],
  now: () => number = () => performance.now(),
): () => Promise<boolean> {
  let known: { at: number; resolves: Promise<boolean> } | undefined
  const resolves = async (host: string) => {
    const { addresses, notPublic } = await lookUp({ host, port: HTTPS, zone: null, deadlineMs: DEADLINE_MS })
    if (addresses.length === 0 && !notPublic) throw new Error('the control name has no address')
    return true
  }
  return () => {
    if (known === undefined || now() - known.at >= RELIED_ON_MS)
      known = { at: now(), resolves: Promise.any(names.map(resolves)).catch(() => false) }
    return known.resolves
  }
}
