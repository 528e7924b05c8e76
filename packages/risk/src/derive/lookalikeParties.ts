import { resemblance } from '../accounts/resemblance.ts'
import type { Address } from '../address.ts'
import type { Facts } from '../facts/facts.ts'
import type { Acquaintance, LookalikeParty } from '../facts/lookalikes.ts'

type Known = { by: Acquaintance; since: bigint | null }

/**
 * How hard it is for a stranger to bring an acquaintance about. An account of the service may have many users, and one of them may
 * be the attacker: what the account monitors, signs or scans counts for less than the sender's own payments.
 */
const STRENGTH: Readonly<Record<Acquaintance, number>> = {
  own: 3,
  paid: 3,
  approved: 3,
  protocol: 3,
  monitored: 2,
  received: 1,
  signer: 1,
  scanned: 1,
}
const STRONGEST = 3
const MONITORED = 2

/**
 * Finds the recipients and spenders that could be mistaken for an address that the sender, or the account that asks, knows. A target
 * that the sender paid or approved imitates none. A weaker acquaintance excuses a target only before others of its kind that came
 * later: attackers send dust first, and a careful reader scans the bait.
 */
export function deriveLookalikeParties({
  targets,
  spenders,
  senderHistory,
  principals,
  knownParties,
}: Pick<Facts, 'senderHistory' | 'principals' | 'knownParties'> & {
  /** Every address that receives value or rights. */
  targets: Iterable<Address>
  /** Those that receive rights: only these are compared with labelled protocols. */
  spenders: ReadonlySet<Address>
}): LookalikeParty[] {
  const known = knownBy({ senderHistory, principals, knownParties })
  return [...new Set(targets)].flatMap((address) => {
    const own = known.get(address)
    if (own !== undefined && STRENGTH[own.by] === STRONGEST) return []
    const original = [...known].find(
      ([other, { by, since }]) =>
        resemblance(other, address) !== null &&
        (by !== 'protocol' || spenders.has(address)) &&
        (own === undefined || outweighs({ by, since }, own)),
    )
    if (original === undefined) return []
    const [similarTo, { by }] = original
    return [{ address, similarTo, by, baitInHistory: senderHistory.some((entry) => entry.address === address) }]
  })
}

/** Strongest acquaintance of each address, in order of strength. */
function knownBy({
  senderHistory,
  principals,
  knownParties,
}: Pick<Facts, 'senderHistory' | 'principals' | 'knownParties'>): Map<Address, Known> {
  // A transfer of nothing, of dust, or of a token that strangers control makes no address known.
  const real = senderHistory.filter(({ zeroValue, genuine }) => !zeroValue && genuine)
  const since = (wanted: Facts['senderHistory'][number]['direction']) => {
    const earliest = new Map<Address, bigint>()
    for (const { address, direction, blockNumber } of real)
      if (direction === wanted && blockNumber < (earliest.get(address) ?? blockNumber + 1n))
        earliest.set(address, blockNumber)
    return earliest
  }
  const listed = (wanted: Acquaintance): [Address, bigint | null][] =>
    knownParties
      .filter(({ by }) => by === wanted)
      .map((party) => [party.address, party.since === null ? null : BigInt(party.since)])
  const groups: [Acquaintance, Iterable<[Address, bigint | null]>][] = [
    ['own', principals.map((one) => [one, null])],
    ['paid', since('out')],
    ['approved', since('approved')],
    ['monitored', listed('monitored')],
    ['signer', listed('signer')],
    ['protocol', listed('protocol')],
    ['received', since('in')],
    ['scanned', listed('scanned')],
  ]
  const known = new Map<Address, Known>()
  for (const [by, members] of groups)
    for (const [address, first] of members) if (!known.has(address)) known.set(address, { by, since: first })
  return known
}

function outweighs(original: Known, own: Known): boolean {
  const difference = STRENGTH[original.by] - STRENGTH[own.by]
  if (difference !== 0) return difference > 0
  if (STRENGTH[own.by] === MONITORED) return false
  return original.by !== own.by || isEarlier(original.since, own.since)
}

function isEarlier(one: bigint | null, other: bigint | null): boolean {
  return one !== null && other !== null && one < other
}
