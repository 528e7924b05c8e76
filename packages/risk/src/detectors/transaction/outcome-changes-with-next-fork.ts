import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'outcome-changes-with-next-fork',
  title: 'Fork-dependent transaction outcome',
  why: 'A fork changes what contract code does: opcodes that halt today run, limits of gas and code move. A transaction that is held back, queued or signed for later can do another thing than its simulation showed.',
  advice: 'Send it before the fork, or scan it again after it.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  family: 'fork',
  needs: ['simulation', 'nextFork'],
  detect: ({ simulation, nextFork }) => {
    if (nextFork === null) return 'not-applicable'
    const { current, next, execution, changes } = nextFork
    const hits = changes.flatMap(({ rule, kind, contract, count }) => {
      if (kind === 'logs') return []
      const where = contract === null ? 'The new contract' : shortAddress(contract)
      const description =
        kind === 'opcode'
          ? `${where} halts at an opcode that is not active under ${current} and is under ${next} (${rule}): there the call can succeed.`
          : `${where} is too large to be created under ${current}; ${next} raises the limit (${rule}).`
      return [{ description, evidence: { current, next, rule, contract, count } }]
    })
    if (execution === null || execution.sameOutcome) return hits
    const ends = (success: boolean) => (success ? 'succeeds' : 'fails')
    const description =
      execution.success === simulation.success
        ? `The transaction ${ends(execution.success)} under ${current} and under ${next}, with other events.`
        : `The transaction ${ends(simulation.success)} under ${current} and ${ends(execution.success)} under ${next}.`
    const evidence = {
      current,
      next,
      success: execution.success,
      gasUsed: String(execution.gasUsed),
      reason: execution.revertReason,
    }
    return [...hits, { description, evidence }]
  },
})
