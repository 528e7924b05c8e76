import { capabilityHits } from '../../contract/capabilityHits.ts'
import { isLure } from '../../contract/lures.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'payments-not-withdrawable',
  title: 'Contract that keeps your payments',
  why: 'In simulation, a stranger sent native coins with a call; the contract kept or forwarded them and gave or recorded nothing in return. Under a name such as “claim” that is a drainer; without one it may be a donation box.',
  advice: 'Send it nothing.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'drainer',
  // A critical one is about a call that promises something, or a contract made for a thief.
  ofPayers: true,
  needs: ['bytecode', 'capabilities', 'privileged', 'subject'],
  detect: ({ bytecode, ...facts }) =>
    capabilityHits(facts, {
      sentence: (call) => `${call} keeps any coins you send`,
      unshown: 'In simulation it answered the same without coins, and refused none',
      severity: ({ kind, state, call, paidTo }) => {
        if (kind !== 'keep-received-value') return null
        // The coins go on to an EOA without a named function: to pay the contract is to pay that EOA.
        const unnamed = call.signature === 'receive()' || call.signature === 'fallback()'
        // Coins that stay for ever enrich no account; a splitter divides what it gets.
        if (unnamed && paidTo === 'none') return state === 'effective' ? 'high' : 'medium'
        // No function of such code could refuse coins: that it took them says nothing of what it is for.
        if (bytecode?.takesAnyPayment && !unnamed) return isLure(call) ? 'medium' : 'low'
        if (isLure(call) || (unnamed && paidTo !== 'several')) return state === 'effective' ? 'critical' : 'high'
        return state === 'effective' ? 'medium' : 'low'
      },
    }),
})
