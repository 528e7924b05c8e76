import { type CallerClass, severityFor } from './contract/callers.ts'
import type { Account } from './facts/account.ts'
import type { GuardedPull, PullGuard } from './facts/guardedPull.ts'
import type { Hit, Severity } from './finding.ts'
import { shortAddress } from './wording/accountNames.ts'

const WORST_FIRST: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'info']
/** What passes each guard, where the guard names no account. */
const UNNAMED: Readonly<Record<PullGuard['by'], string>> = {
  caller: 'An unknown caller',
  role: 'Every account on a list of callers',
  signature: 'Anyone with a signature that it accepts',
  secret: 'Anyone who knows a secret value',
  switch: 'After a change of its storage, anyone',
  time: 'At another time, anyone',
}
const NAMED: Readonly<Record<CallerClass, string>> = {
  anyone: 'Anyone',
  eoa: 'A single key',
  multisig: 'A multisig',
  timelock: 'A timelock',
  contract: 'A contract',
  burned: 'No one',
  unknown: 'An account',
}

/**
 * Returns one hit for the worst of the pulls. All guards of a pull must be passed, so that the safest of their holders decides; one that
 * is burned ends the pull.
 */
export function guardedPullHits(
  pulls: readonly GuardedPull[],
  { subject, what, evidence = {} }: { subject: Account; what: string; evidence?: Hit['evidence'] },
): Hit[] {
  const judged = pulls.flatMap((pull) => {
    const [safest] = pull.guards.map((guard) => ({ guard, holder: holderOf(pull, guard) })).toSorted(byTrust)
    const holder = safest?.holder ?? 'anyone'
    if (holder === 'burned') return []
    const severity = severityFor(pull.guards.some(mayBeConsent) ? 'medium' : 'high', holder, subject)
    return [{ pull, holder, guard: safest?.guard ?? null, severity }]
  })
  const [worst] = judged.toSorted((a, b) => WORST_FIRST.indexOf(a.severity) - WORST_FIRST.indexOf(b.severity))
  if (worst === undefined) return []
  const { pull, holder, guard, severity } = worst
  const who =
    guard === null || guard.holder === null
      ? guard === null
        ? NAMED.anyone
        : UNNAMED[guard.by]
      : `${NAMED[holder]} (${shortAddress(guard.holder)})`
  const through = pull.selector === '0x' ? 'call data without a function' : (pull.signature ?? pull.selector)
  return [
    {
      severity,
      description: `${who} can move the tokens of every wallet that approved ${what}, through ${through}. The code was executed with its guards lifted.`,
      evidence: {
        function: through,
        guards: pull.guards.map(({ by, holder: named }) => (named === null ? by : `${by} ${named}`)),
        holderClass: guard === null ? 'anyone' : holder,
        anyCall: pull.anyCall,
        pulls: judged.length,
        ...evidence,
      },
    },
  ]
}

/** Whether the guard may be the owner's own consent: a signature that names no key, or a stored word, such as a subscription. */
function mayBeConsent({ by, holder }: PullGuard): boolean {
  return by === 'switch' || (by === 'signature' && holder === null)
}

const TRUST: readonly CallerClass[] = ['burned', 'timelock', 'multisig', 'contract', 'unknown', 'eoa', 'anyone']

function byTrust(one: { holder: CallerClass }, other: { holder: CallerClass }): number {
  return TRUST.indexOf(one.holder) - TRUST.indexOf(other.holder)
}

function holderOf({ holders }: GuardedPull, { holder }: PullGuard): CallerClass {
  if (holder === null) return 'unknown'
  return holders.find(({ address }) => address === holder)?.account ?? 'unknown'
}
