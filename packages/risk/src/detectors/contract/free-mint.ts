import { capabilityHits } from '../../contract/capabilityHits.ts'
import { isFreeMint } from '../../contract/freeMint.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'free-mint',
  title: 'Unrestricted free mint',
  why: 'In simulation, a stranger’s call minted tokens and paid nothing. A token that anyone can mint has no price; the first caller sells it to uninformed buyers.',
  advice: 'Do not buy it. It may be a test token.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'mint',
  needs: ['capabilities', 'privileged', 'subject', 'bytecode'],
  detect: ({ bytecode, ...facts }) => {
    if (bytecode?.standard !== 'erc20') return 'not-applicable'
    return capabilityHits(facts, {
      can: 'mint tokens for free',
      severity: (one, caller) => (isFreeMint(one, { caller, functions: bytecode.functions }) ? 'high' : null),
    })
  },
})
