import { CHAIN_IDS } from '../../chain.ts'
import { defineDetector } from '../../detector.ts'
import { movesAssets } from '../../message/movesAssets.ts'

export default defineDetector({
  id: 'message-for-another-network',
  title: 'The signature is for another network',
  why: 'The message is bound to a network other than the one asked about. What it costs there cannot be seen here: contracts, balances and names are those of this network.',
  advice: 'Switch your wallet to the network of the message and ask again.',
  appliesTo: 'message',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  needs: ['message', 'intents', 'block'],
  detect: ({ message: { form }, intents, block }) => {
    const here = BigInt(CHAIN_IDS[block.chain])
    const named = [
      ...(form.type === 'typed-data' ? [form.domain.chainId] : []),
      ...intents.map((intent) => (intent.kind === 'sign-in' ? intent.chainId : null)),
    ]
    const others = [...new Set(named.filter((id) => id !== null && id !== here))]
    return others.map((chainId) => ({
      // A sign-in or a vote moves nothing anywhere.
      severity: intents.some(movesAssets) ? ('medium' as const) : ('info' as const),
      description: `The message is for the network with chain id ${chainId}, not for ${here}.`,
      evidence: { chainId: String(chainId), expected: String(here) },
    }))
  },
})
