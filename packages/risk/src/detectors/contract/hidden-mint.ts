import { capabilityHits, emptiesPool } from '../../contract/capabilityHits.ts'
import { isOpenMint } from '../../contract/openMint.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'hidden-mint',
  title: 'Hidden mint function',
  why: 'In simulation, a function with a misleading name, or with no published name, minted tokens. Scammers use such functions to rug-pull a token that “cannot be minted”.',
  advice: 'Do not buy it: the holder of this privilege can sell the price to zero at any time.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'mint',
  needs: ['capabilities', 'privileged', 'subject', 'bytecode'],
  detect: ({ bytecode, ...facts }) =>
    capabilityHits(facts, {
      // What the supply tells and a transfer from nothing logs is no secret, whatever the name of the function.
      can: ({ isLogged }) => (isLogged ? 'mint new tokens' : 'secretly mint new tokens'),
      severity: (capability, caller) => {
        if (capability.kind !== 'mint' || capability.backed || caller === 'anyone') return null
        const former = capability.call.callerRole === 'former-owner'
        if (!former && isOpenMint(capability, { bytecode, capabilities: facts.capabilities })) return null
        // So few items dilute nothing, and each mint of one is logged.
        if (capability.limit !== undefined || capability.boundADay !== undefined) return 'low'
        // Items of a collection have prices of their own: more of them take nothing from a holder's.
        if (bytecode?.standard === 'erc721' || bytecode?.standard === 'erc1155') return 'medium'
        if (capability.state !== 'effective') return 'medium'
        // Of a contract in between, what a sale of the new tokens takes shows what its rules allow.
        return capability.call.to === undefined || emptiesPool(capability) ? 'high' : 'medium'
      },
    }),
})
