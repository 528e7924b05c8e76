import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import { builtInLabels } from '../builtInLabels.ts'
import { knownAddresses } from '../lookup/knownAddresses.ts'

/** The coin of a network, where contracts expect a token's address. */
const NATIVE = `0x${'e'.repeat(40)}`
/** These have no private key: zero, 0x…dEaD, precompiles, and the contracts that networks keep at small numbers. */
const SMALL = /^0x0{36}/
const ACCUSING: ReadonlySet<Label['category']> = new Set(['scammer', 'hacker', 'mixer'])

/** Whether an address has no owner, so that no list can mean anything by it. @param address lower case. */
export function isReserved(address: string): boolean {
  return SMALL.test(address) || address === NATIVE
}

/**
 * Whether this is a widely used address, by hand-written labels or packages that the program trusts: services, tokens,
 * exchanges. One line that accuses it would stop every user at once. Mixers and thieves known by hand do not count.
 * @param chain null: on any network.
 * @param address lower case.
 */
export function isWellKnown(chain: Chain | null, address: string): boolean {
  return (chain === null ? CHAINS : [chain]).some((one) => wellKnownOn(one).has(address))
}

const wellKnown = new Map<Chain, ReadonlySet<string>>()

/** A set of some thousand: asked a million times, the labels themselves would take 15 seconds. */
function wellKnownOn(chain: Chain): ReadonlySet<string> {
  let known = wellKnown.get(chain)
  if (known === undefined) {
    known = new Set([...knownAddresses(chain)].filter((address) => isService(builtInLabels(chain, address))))
    wellKnown.set(chain, known)
  }
  return known
}

function isService(labels: readonly Label[]): boolean {
  return (
    labels.some(({ confidence }) => confidence === 'high') && !labels.some(({ category }) => ACCUSING.has(category))
  )
}
