import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'failing-bundled-call',
  title: 'Failing call in a bundle',
  why: 'The calls are sent together, but they need not succeed together: the calls before and after the failing one still take effect. An approval for a trade that fails remains (EIP-5792).',
  advice: 'Do not send it as it is. Ask the app for an atomic bundle.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  family: 'failure',
  needs: ['simulation', 'transaction'],
  detect: ({ simulation, transaction }) => {
    if (!transaction.calls && !transaction.userOperation) return 'not-applicable'
    // Where everything is undone, the transaction fails as a whole.
    if (simulation.outcome === 'reverted' || simulation.outcome === 'halted') return []
    if (!simulation.calls) return { unknown: ['what became of each call'] }
    return simulation.calls.flatMap(({ to, success, revertReason }, index) =>
      success === true
        ? []
        : [
            {
              description: `Call ${index + 1} of ${simulation.calls?.length}${to ? `, to ${shortAddress(to)},` : ''} fails${revertReason ? `: “${revertReason}”` : ''}.`,
              evidence: { call: index + 1, to, reason: revertReason },
            },
          ],
    )
  },
})
