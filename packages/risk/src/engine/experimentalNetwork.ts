import { type Chain, NATIVE_SYMBOLS } from '../chain.ts'
import { NETWORK_FACTS } from '../networks.generated.ts'
import type { Finding } from './finding.ts'

/**
 * Highest confidence on a network without replayed transactions of its past: what was executed may differ from what the
 * network does, as when two simulations disagree. Above the confidence below which nothing is called safe, so that an honest
 * transaction is not raised by it.
 */
export const MAX_CONFIDENCE_WHEN_EXPERIMENTAL = 0.7
/** Id of the finding: of no rule, for it is about the network. */
export const EXPERIMENTAL_NETWORK = 'experimental-network'

/** Caps a confidence, 0-1, where the network is experimental. */
export function capConfidence(chain: Chain | undefined, confidence: number): number {
  return isExperimental(chain) ? Math.min(confidence, MAX_CONFIDENCE_WHEN_EXPERIMENTAL) : confidence
}

/** Returns the finding that says so in each answer about the network; none on a stable one. It adds nothing to the score. */
export function experimentalNetwork(chain: Chain | undefined): Finding[] {
  if (chain === undefined || !isExperimental(chain)) return []
  const { name, chainId } = NETWORK_FACTS[chain]
  return [
    {
      id: EXPERIMENTAL_NETWORK,
      severity: 'info',
      title: 'Experimental network',
      description: `Redoubt has not replayed recorded transactions of ${name} yet: its simulations may differ from the network, and confidence is at most ${MAX_CONFIDENCE_WHEN_EXPERIMENTAL}.`,
      impact: 0,
      evidence: { chain, chainId, coin: NATIVE_SYMBOLS[chain], maxConfidence: MAX_CONFIDENCE_WHEN_EXPERIMENTAL },
    },
  ]
}

function isExperimental(chain: Chain | undefined): boolean {
  return chain !== undefined && NETWORK_FACTS[chain].experimental
}
