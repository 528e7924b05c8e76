import { CHAIN_IDS } from '../../chain.ts'
import { defineDetector } from '../../engine/detector.ts'
import { movesAssets } from '../../message/messageCalls.ts'

export default defineDetector({
  id: 'message-for-another-network',
  title: 'Signature for another network',
  why: 'The message belongs to another network than the one you asked about. We cannot show its cost there: contracts, balances and names here are those of this network.',
  advice: 'Switch your wallet to the network of the message and scan it again.',
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
