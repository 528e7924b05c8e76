import { capabilityHits } from '../../contract/capabilityHits.ts'
import { isOpenMint } from '../../contract/openMint.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'hidden-mint',
  title: 'New tokens can be created by a function that does not say so',
  why: 'Executed on a copy of the chain, a function whose name promises something else, or that nobody published a name of, created tokens out of nothing. That is how a rug is pulled from under a token that “cannot be minted”.',
  advice: 'Do not buy it: the price can be sold to zero at any time.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'mint',
  needs: ['capabilities', 'privileged', 'subject', 'bytecode'],
  detect: ({ bytecode, ...facts }) =>
    capabilityHits(facts, {
      can: 'create tokens out of nothing',
      severity: (capability, caller) => {
        if (capability.kind !== 'mint' || capability.backed || caller === 'anybody') return null
        const former = capability.call.callerRole === 'former-owner'
        if (!former && isOpenMint(capability, { bytecode, capabilities: facts.capabilities })) return null
        // The rules of the contract in between were not read.
        return capability.state === 'effective' && capability.call.to === undefined ? 'high' : 'medium'
      },
    }),
})
