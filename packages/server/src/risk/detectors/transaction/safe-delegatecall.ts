import { defineDetector } from '../../detector.ts'
import type { Address, DecodedCall } from '../../facts.ts'
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

export default defineDetector({
  id: 'safe-delegatecall',
  title: 'A Safe runs foreign code as its own',
  why: 'With operation 1 the target’s code runs inside the Safe and may change its owners, its code and everything it holds. The Bybit theft of February 2025 used it. A batch (MultiSend) may carry such a call inside.',
  advice: 'Reject it unless the target is the MultiSend contract of the Safe project.',
  appliesTo: 'transaction',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'control',
  needs: ['decodedSteps'],
  detect: ({ decodedSteps }) => {
    const [root] = decodedSteps
    const foreign = new Map<string, ForeignCode>()
    for (const one of root ? foreignCode(root, root.to) : []) foreign.set(`${one.account} ${one.target}`, one)
    if (foreign.size > 0) {
      return [...foreign.values()].map(({ account, target }) => ({
        description: `The Safe ${account ? nameAccount(account) : ''} runs the code of ${nameAccount(target)} as its own.`,
        evidence: { safe: account, target, operation: 1 },
      }))
    }
    // One of the calls that were too many to decode may be of this kind.
    const leftOut = decodedSteps.some(({ parameters }) => parameters.some(({ name }) => name === 'undecoded calls'))
    if (leftOut) return { unknown: ['undecoded calls'] }
    return decodedSteps.some(({ selector }) => selector === SELECTORS.execTransaction) ? [] : 'not-applicable'
  },
})

type ForeignCode = { account: Address | null; target: Address }

/** Every delegate call at any depth, with the account whose code it becomes: a library's own calls are the Safe's too. */
function foreignCode(call: DecodedCall, account: Address | null): ForeignCode[] {
  return call.calls.flatMap((inner) => {
    const delegated = inner.operation === 1
    const own = delegated && inner.to && !LIBRARIES.has(inner.to) ? [{ account, target: inner.to }] : []
    return [...own, ...foreignCode(inner, delegated ? account : inner.to)]
  })
}
