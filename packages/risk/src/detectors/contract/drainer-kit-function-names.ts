import { isNamed } from '../../contract/genuine.ts'
import { isLure } from '../../contract/lures.ts'
import { defineDetector } from '../../engine/detector.ts'

/** A contract with more functions than this has a purpose of its own. */
const FEW_FUNCTIONS = 12

/** Kits are used for days. After two weeks names alone say less; what the functions do is found by executing them. */
const KIT_SECONDS = 14 * 86_400

export default defineDetector({
  id: 'drainer-kit-function-names',
  title: 'Drainer-kit function names',
  why: 'Drainer kits deploy small contracts with payable functions called “claim”, “connect” or “SecurityUpdate”, and one function that lets the owner withdraw.',
  advice: 'Send it nothing and sign nothing for it.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  family: 'drainer',
  needs: ['block', 'bytecode', 'provenance', 'subject'],
  detect: ({ block, bytecode, provenance, subject }) => {
    if (bytecode === null || bytecode.standard !== null) return 'not-applicable'
    const lures = bytecode.functions.filter((one) => one.mutability === 'payable' && isLure(one))
    const withdraws = bytecode.functions.some(
      ({ gated, signature }) => gated || /withdraw|transferOwnership|sweep/i.test(signature ?? ''),
    )
    if (lures.length === 0 || !withdraws || bytecode.functions.length > FEW_FUNCTIONS) return []
    const since = provenance.createdAt ?? provenance.createdBefore
    const isOld = since !== null && Number(block.timestamp) - since >= KIT_SECONDS
    return [
      {
        // A deployer that publishes the source of a paid claim has less to hide.
        severity: isNamed(subject) ? 'low' : provenance.verified || isOld ? 'medium' : 'high',
        description: `A small contract whose payable functions promise a reward: ${lures.map(({ signature, selector }) => signature ?? selector).join(', ')}.`,
        evidence: {
          address: bytecode.address,
          functions: lures.map(({ selector }) => selector),
          functionCount: bytecode.functions.length,
          verified: provenance.verified,
          state: 'potential',
        },
      },
    ]
  },
})
