import { keep, readKept } from '../api/kept.ts'
import { CHAINS, type Chain } from '../ui/format.ts'

const KEPT = 'redoubt.chain'

/** The network that was chosen last. */
export function keptChain(): Chain {
  const kept = readKept(KEPT)
  return CHAINS.find((chain) => chain === kept) ?? 'ethereum'
}

export function keepChain(chain: Chain): void {
  keep(KEPT, chain)
}
