import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'withdrawal-of-contract-assets',
  title: 'Owner withdrawal of contract assets',
  why: 'A privileged account can withdraw an asset that the contract works with: what its users pay in, or what it sells. Proceeds and fees look like that, and so do deposits that no executed withdrawal pays back. Where the paid account is put together while the code runs, it is hidden from those who fund the contract.',
  advice: 'Find out whose assets these are before you pay in.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'low',
  confidence: 'high',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: ({ paidElsewhere, hiddenPayee }) =>
        hiddenPayee !== undefined
          ? `send assets of this contract to ${shortAddress(hiddenPayee)}, which neither its code nor its storage shows,`
          : paidElsewhere
            ? 'send assets that this contract works with to another account than its own'
            : 'withdraw assets that this contract works with',
      // An account that is put together while the code runs is hidden from those who fund the contract.
      severity: ({ kind, hiddenPayee, leavesDeposits = false }) =>
        kind !== 'withdraw-working-assets'
          ? null
          : hiddenPayee !== undefined
            ? 'high'
            : leavesDeposits
              ? 'info'
              : 'low',
    }),
})
