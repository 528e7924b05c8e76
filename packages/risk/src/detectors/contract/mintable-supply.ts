import { capabilityHits, emptiesPool } from '../../contract/capabilityHits.ts'
import { isIndirectCall, isOpenMint } from '../../contract/openMint.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'mintable-supply',
  title: 'Mintable token supply',
  why: 'A privileged account can mint new tokens with a function that says so. Stablecoins, bridges, rewards and many honest projects need it; the minter can also sell the new tokens.',
  advice: 'Check which account can mint, and what limits it.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'medium',
  confidence: 'high',
  soft: true,
  family: 'mint',
  needs: ['capabilities', 'privileged', 'subject', 'bytecode'],
  detect: ({ bytecode, ...facts }) =>
    capabilityHits(facts, {
      can: 'mint new tokens',
      severity: (capability, caller) => {
        const { call, emission, boundADay, kind, state, backed } = capability
        if (emission !== undefined) return 'low'
        if (kind !== 'mint' || backed || caller === 'anyone') return null
        // A former owner that can still mint is a hidden one, under any function name.
        if (call.callerRole === 'former-owner') return null
        if (!isOpenMint(capability, { bytecode, capabilities: facts.capabilities })) return null
        // The account behind the minting contract is reported instead.
        if (facts.capabilities.some((one) => isIndirectCall(one.call, capability))) return null
        if (boundADay !== undefined) return 'low'
        if (state !== 'effective' || bytecode?.standard !== 'erc20') return 'low'
        // Of a contract in between, what a sale of the new tokens takes shows what its rules allow.
        return call.to === undefined || emptiesPool(capability) ? 'medium' : 'low'
      },
      told: (capability, severity) =>
        severity === 'medium' && emptiesPool(capability)
          ? { title: 'Mintable supply that can empty the pool', soft: false }
          : {},
    }),
})
