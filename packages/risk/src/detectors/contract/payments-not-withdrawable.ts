import { capabilityHits } from '../../contract/capabilityHits.ts'
import { isLure } from '../../contract/lures.ts'
import { servesHolderOnly } from '../../contract/servesHolderOnly.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Capability } from '../../facts/privileges.ts'

const RECEIVE = 'receive()'
const FALLBACK = 'fallback()'

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
  detect: ({ bytecode, capabilities, ...facts }) => {
    const servesHolder = servesHolderOnly(bytecode)
    // The coins go on to an EOA without a named function: to pay the contract is to pay that EOA.
    const passesOn = ({ call, paidTo }: Capability) => servesHolder && isUnnamed(call) && paidTo === undefined
    return capabilityHits(
      { capabilities: withoutRepetition(capabilities), ...facts },
      {
        sentence: (call, capability) =>
          passesOn(capability)
            ? `${call} passes any coins you send on to another account, and no function of the contract is for its payers`
            : `${call} keeps any coins you send`,
        unshown: 'In simulation it answered the same without coins, and refused none',
        told: (capability) => (passesOn(capability) ? { title: 'Payments passed on to another account' } : {}),
        severity: (capability) => {
          const { kind, state, call, paidTo } = capability
          if (kind !== 'keep-received-value') return null
          if (passesOn(capability)) return 'low'
          const unnamed = isUnnamed(call)
          // Coins that stay for ever enrich no account; a splitter divides what it gets.
          if (unnamed && paidTo === 'none') return state === 'effective' ? 'high' : 'medium'
          // No function of such code could refuse coins: that it took them says nothing of what it is for.
          if (bytecode?.takesAnyPayment && !unnamed) return isLure(call) ? 'medium' : 'low'
          if (isLure(call) || (unnamed && paidTo !== 'several')) return state === 'effective' ? 'critical' : 'high'
          return state === 'effective' ? 'medium' : 'low'
        },
      },
    )
  },
})

function isUnnamed({ signature }: Capability['call']): boolean {
  return signature === RECEIVE || signature === FALLBACK
}

/** Leaves out what calls of unknown functions do, where a plain payment does the same. */
function withoutRepetition(capabilities: readonly Capability[]): Capability[] {
  const keeps = capabilities.filter(({ kind }) => kind === 'keep-received-value')
  return capabilities.filter(
    (one) =>
      one.kind !== 'keep-received-value' ||
      one.call.signature !== FALLBACK ||
      !keeps.some(({ call, paidTo, state }) => {
        return call.signature === RECEIVE && paidTo === one.paidTo && state === one.state
      }),
  )
}
