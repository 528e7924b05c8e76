import { SAFE_LIBRARIES } from '../../accounts/knownAddresses.ts'
import type { Address } from '../../address.ts'
import { SELECTORS } from '../../contract/selectors.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { DecodedCall } from '../../facts/decodedCall.ts'
import { nameAccount } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'safe-delegatecall',
  title: 'Safe delegatecall to unknown code',
  why: 'With operation 1 the target’s code runs inside the Safe and can change its owners, its code and all its assets. The Bybit theft of February 2025 used it. A batch (MultiSend) can carry such a call inside.',
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
        description: `The Safe ${account ? nameAccount(account) : ''} runs the code of ${nameAccount(target)} by delegatecall, as its own.`,
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
    const own = delegated && inner.to && !SAFE_LIBRARIES.has(inner.to) ? [{ account, target: inner.to }] : []
    return [...own, ...foreignCode(inner, delegated ? account : inner.to)]
  })
}
