import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Hit, Severity } from '../../engine/finding.ts'
import type { Facts } from '../../facts/facts.ts'
import type { SignedIntent } from '../../facts/signedIntent.ts'
import type { WorstCaseExecution } from '../../facts/worstCaseExecution.ts'
import { judged } from '../../message/parties.ts'
import { quote } from '../../wording/accountNames.ts'

/** Intents that move assets once the signature is used. */
const USABLE: ReadonlySet<SignedIntent['kind']> = new Set(['allowance', 'transfer', 'order', 'execution'])

export default defineDetector({
  id: 'unsimulated-signature-effect',
  title: 'Unsimulated signature effect',
  why: 'The worst use of the signature did not finish in simulation: it may need something that is missing now, such as a balance, an approval or a later time. The requester keeps the signature and can use it later.',
  advice: 'Do not sign a message you do not understand: a signature that fails now may work tomorrow.',
  appliesTo: 'message',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  family: 'failure',
  decisive: true,
  needs: ['intents', 'worstCaseExecutions', 'named'],
  detect: ({ intents, worstCaseExecutions, named }) => {
    const usable = intents.flatMap((intent, at) => (USABLE.has(intent.kind) ? [{ intent, at }] : []))
    if (usable.length === 0) return 'not-applicable'
    const runOf = (at: number) => worstCaseExecutions.find(({ intent }) => intent === at)
    const unknown = usable
      .filter(({ intent }) => !isBounded(intent, named))
      .flatMap(({ intent, at }) => {
        const run = runOf(at)
        if (run && run.notRun === null) return []
        return [`worst use of the ${intent.kind}: ${run?.notRun ?? 'not looked for'}`]
      })
    const hits = usable.flatMap(({ intent, at }) => hitOf(intent, at, runOf(at)))
    // An intent that was never executed weighs more than one that failed without harm.
    return unknown.length > 0 && hits.every(({ severity }) => severity === 'info') ? { unknown } : judged(hits, unknown)
  },
})

function hitOf(intent: SignedIntent, at: number, run: WorstCaseExecution | undefined): Hit[] {
  const { kind } = intent
  const failed = run?.simulations.find(({ success }) => !success)
  if (failed) {
    const reason = failed.revertReason
    return [
      {
        severity: severityOf(intent),
        description: `The ${kind} fails in simulation now${reason ? `: ${quote(reason)}` : ''}.`,
        evidence: { intent: at, kind, outcome: failed.outcome, reason },
      },
    ]
  }
  const reason = run?.worthless ?? run?.heldBack
  if (reason === undefined) return []
  return [
    {
      severity: 'info',
      description: run?.worthless
        ? `The ${kind} cannot be used: ${reason}.`
        : `The ${kind} allows more than can leave now: ${reason}.`,
      evidence: { intent: at, kind, reason },
    },
  ]
}

/** Whether the bounds of a permission to a known protocol decide: an execution adds nothing. */
function isBounded(intent: SignedIntent, named: Facts['named']): boolean {
  if (intent.kind !== 'allowance' && intent.kind !== 'transfer') return false
  // An order in disguise: the return and its receiver are in the witness.
  if (intent.kind === 'transfer' && intent.witness !== null) return false
  const spender = intent.spender === null ? undefined : named[intent.spender]
  return spender !== undefined && spenderKindOf(spender) === 'protocol'
}

/** Other rules judge who gets a permission, executed or not; for orders and calls only the execution can tell. */
function severityOf({ kind }: SignedIntent): Severity {
  return kind === 'allowance' || kind === 'transfer' ? 'info' : 'medium'
}
