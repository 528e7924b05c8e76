import { defineDetector } from '../../engine/detector.ts'
import { movesAssets } from '../../message/messageCalls.ts'
import { listWords } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'replayable-signature',
  title: 'Replayable signature',
  why: 'The domain of typed data (EIP-712) binds a signature to one contract on one network. Without either, another contract may accept the same signature, or every network where that contract exists.',
  advice: 'Do not sign it unless you know the application well. Old Safes (before 1.3.0) omit the network.',
  appliesTo: 'message',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  needs: ['message', 'intents'],
  detect: ({ message: { form }, intents }) => {
    if (form.type !== 'typed-data') return 'not-applicable'
    // An EIP-7702 authorization names its network and its code itself; another rule judges it.
    const moving = intents.filter((intent) => movesAssets(intent) && intent.kind !== 'delegation')
    if (moving.length === 0) return 'not-applicable'
    const { chainId, verifyingContract, salt } = form.domain
    const missing = [
      // Tokens of the Polygon bridge put the network into the salt.
      ...(chainId === null && salt === null ? ['network'] : []),
      ...(verifyingContract === null ? ['contract'] : []),
    ]
    if (missing.length === 0) return []
    const oldSafe = moving.every(({ protocol }) => protocol?.startsWith('Safe ')) && verifyingContract !== null
    return [
      {
        severity: oldSafe ? ('low' as const) : ('medium' as const),
        description: `The signature names no ${listWords(missing)}, so an attacker may replay it elsewhere.`,
        evidence: { missing, primaryType: form.primaryType },
      },
    ]
  },
})
