import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'open-any-call-contract',
  title: 'Contract that makes any call for anyone',
  why: 'Any account can make this contract call any other contract. Multicall contracts work like this and hold nothing. If a wallet approves one, or leaves coins or tokens in it, every account can take them.',
  advice: 'Never approve it, and leave nothing in it.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'medium',
  confidence: 'medium',
  soft: true,
  family: 'drainer',
  needs: ['guardedPulls'],
  detect: ({ guardedPulls }) => {
    const open = guardedPulls.filter(
      // One that takes payments by approval is a drainer (`guarded-approval-pull`).
      ({ right, anyCall, isApproved, guards }) =>
        right === undefined && anyCall && isApproved !== true && guards.length === 0,
    )
    const [first] = open
    if (first === undefined) return []
    const named = first.selector === '0x' ? 'call data without a function' : (first.signature ?? first.selector)
    return [
      {
        description: `Anyone can make this contract call any other one through ${named}: it can take the tokens of every wallet that approved it. The code was executed.`,
        evidence: { function: named, functions: open.length },
      },
    ]
  },
})
