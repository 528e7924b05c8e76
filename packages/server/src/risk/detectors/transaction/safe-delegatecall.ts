import { defineDetector } from '../../detector.ts'
import { SELECTORS } from '../../selectors.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

/** Canonical libraries that a Safe runs by delegate call, lower case (safe-global/safe-deployments 1.3.0 and 1.4.1). */
const LIBRARIES: ReadonlySet<string> = new Set([
  '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761', // MultiSend 1.3.0
  '0x998739bfdaadde7c933b942a68053933098f9eda', // MultiSend 1.3.0, EIP-155 deployment
  '0x40a2accbd92bca938b02010e17a5b8929b49130d', // MultiSendCallOnly 1.3.0
  '0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b', // MultiSendCallOnly 1.3.0, EIP-155 deployment
  '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526', // MultiSend 1.4.1
  '0x9641d764fc13c8b624c04430c7356c1c7c8102e2', // MultiSendCallOnly 1.4.1
])
const DELEGATECALL = 1

export default defineDetector({
  id: 'safe-delegatecall',
  title: 'A Safe runs foreign code as its own',
  why: 'With operation 1 the target’s code runs inside the Safe and may change its owners, its code and everything it holds. The Bybit theft of February 2025 used it.',
  advice: 'Reject it unless the target is the MultiSend contract of the Safe project.',
  appliesTo: 'transaction',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'control',
  needs: ['decodedSteps'],
  detect: ({ decodedSteps }) => {
    const executions = decodedSteps.filter(
      ({ selector, args }) => selector === SELECTORS.execTransaction && args.length > 3,
    )
    if (executions.length === 0) return 'not-applicable'
    return executions
      .filter(({ args }) => Number(args[3]) === DELEGATECALL && !LIBRARIES.has(String(args[0])))
      .map(({ to, args }) => ({
        description: `The Safe runs the code of ${nameAccount(`0x${String(args[0]).slice(2)}`)} as its own.`,
        evidence: { safe: to, target: String(args[0]), operation: DELEGATECALL },
      }))
  },
})
