import type { Address } from '../address.ts'
import type { Hit, Severity } from '../engine/finding.ts'
import type { Account } from '../facts/account.ts'
import type { GuardedPull, PullGuard } from '../facts/guardedPull.ts'
import { shortAddress } from '../wording/accountNames.ts'
import { callerWords } from '../wording/callWords.ts'
import { type Caller, type CallerClass, callerBehind, severityFor, stepsBelowKey } from './callers.ts'

/** What every holder of a token calls (ERC-20, EIP-2612): that a guard was lifted in them says nothing of a key. */
export const CALLS_OF_HOLDERS: ReadonlySet<string> = new Set(['0xa9059cbb', '0x23b872dd', '0x095ea7b3', '0xd505accf'])

const WORST_FIRST: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'info']
/** What passes each guard, where the guard names no account. */
const UNNAMED: Readonly<Record<PullGuard['by'], string>> = {
  caller: 'An unknown caller',
  role: 'Every account that its storage admits as a caller',
  signature: 'Anyone with a signature that it accepts',
  secret: 'Anyone who knows a secret value',
  'key-hash': 'The holder of a key whose hash the code compares',
  switch: 'After a change of its storage, anyone',
  time: 'At another time, anyone',
}
/**
 * Returns contracts whose own code was executed in the place of a guard: what they can be made to do is said by `pulls`, and says more
 * than that they can call.
 */
export function executedHolders(pulls: readonly GuardedPull[]): Set<Address> {
  return new Set(
    pulls.flatMap(({ through, holders }) => [
      ...(through === undefined ? [] : [through]),
      ...holders.flatMap(({ address, forCallersOnly }) => (forCallersOnly === true ? [address] : [])),
    ]),
  )
}

/**
 * Returns one hit for the worst of the pulls. All guards of a pull must be passed, so that the safest of their holders decides; one that
 * is burned ends the pull, and so does a contract that uses it for its own callers only.
 */
export function guardedPullHits(
  pulls: readonly GuardedPull[],
  { subject, what, evidence = {} }: { subject: Account; what: string; evidence?: Hit['evidence'] },
): Hit[] {
  const judged = judgedPulls(pulls, subject)
  const [worst] = judged
  if (worst === undefined) return []
  const { pull, holder, guard, severity } = worst
  const who = nameOf(worst)
  const named = pull.selector === '0x' ? 'call data without a function' : (pull.signature ?? pull.selector)
  const through =
    pull.through === undefined ? named : `${named}, which obeys the contract ${shortAddress(pull.through)}`
  return [
    {
      severity,
      description: `${who} can ${harmOf(pull, what)}, through ${through}${waysTo(pull)}`,
      evidence: {
        function: named,
        ...(pull.right !== undefined && { right: pull.right }),
        ...(pull.through !== undefined && { through: pull.through }),
        guards: pull.guards.map(({ by, holder: named }) => (named === null ? by : `${by} ${named}`)),
        holderClass: guard === null ? 'anyone' : holder.kind,
        anyCall: pull.anyCall,
        pulls: judged.length,
        ...(pull.onWallet !== undefined && { callsBefore: pull.onWallet.before }),
        ...evidence,
      },
    },
  ]
}

/** How it was shown: by calls that went through, or by paths of the code. */
function waysTo({ onWallet }: GuardedPull): string {
  if (onWallet === undefined) return '. The code was executed with its guards lifted.'
  const { before, later } = onWallet
  const first = before.length === 0 ? '' : ` after ${before.join(', ')}${later ? ' and a month' : ''}`
  return `${first}. Confirmed in simulation on a wallet that enabled it and wrote nothing else.`
}

function harmOf({ right }: GuardedPull, what: string): string {
  if (right === 'wallets') return `act as every smart account that enabled ${what} as a module`
  if (right === 'positions')
    return `take the liquidity of every Uniswap V3 position whose owner made ${what} its operator`
  if (right === 'signatures') return `sign for every account that delegates to ${what} (EIP-7702)`
  if (right === 'calls') return `make calls as every account that delegates to ${what} (EIP-7702)`
  return `move the tokens of every wallet that approved ${what}`
}

/** Whether any account can make the pull, on the contract’s state as it is, of the tokens of accounts that approved it. */
export function isOpenPull({ right, guards, holders, onWallet, afterSetting }: GuardedPull): boolean {
  const isLater = onWallet !== undefined || afterSetting === true
  return right === undefined && !isLater && guards.length === 0 && !holders.some((one) => one.forCallersOnly === true)
}

type JudgedPull = { pull: GuardedPull; holder: Caller; guard: PullGuard | null; severity: Severity }

/** Pulls that an account can make, the worst first: by the safest of the holders that have to agree. `subject`: lowers those of a known service. */
export function judgedPulls(pulls: readonly GuardedPull[], subject?: Account): JudgedPull[] {
  return pulls
    .flatMap((pull): JudgedPull[] => {
      const [safest] = pull.guards.map((guard) => ({ guard, holder: holderOf(pull, guard) })).toSorted(byTrust)
      const holder: Caller = safest?.holder ?? { kind: 'anyone' }
      if (holder.kind === 'burned' || pull.holders.some(({ forCallersOnly }) => forCallersOnly === true)) return []
      const open: Severity = pull.guards.length === 0 || pull.onWallet !== undefined ? 'critical' : 'high'
      const severity = severityFor(pull.guards.some(mayBeConsent) ? 'medium' : open, holder, subject ?? null)
      return [{ pull, holder, guard: safest?.guard ?? null, severity }]
    })
    .toSorted((a, b) => WORST_FIRST.indexOf(a.severity) - WORST_FIRST.indexOf(b.severity))
}

/** Who can use a power that a contract holds: the worst of the pulls. Null where no account but its owner can. */
export function worstUse(
  pulls: readonly GuardedPull[],
  subject: Account,
): { severity: Severity; who: string; anyone: boolean } | null {
  const [worst] = judgedPulls(pulls, subject)
  if (worst === undefined) return null
  return { severity: worst.severity, who: nameOf(worst), anyone: worst.guard === null }
}

/** Names who can use a judged pull. */
export function nameOf({ holder, guard }: Pick<JudgedPull, 'holder' | 'guard'>): string {
  if (guard === null) return callerWords({ kind: 'anyone' })
  return guard.holder === null ? UNNAMED[guard.by] : `${callerWords(holder)} (${shortAddress(guard.holder)})`
}

/** Whether the guard may be the owner's own consent: a signature that names no key, or a stored word, such as a subscription. */
function mayBeConsent({ by, holder }: PullGuard): boolean {
  return by === 'switch' || (by === 'signature' && holder === null)
}

/** Of holders that lower the severity alike, the kind decides. */
const TRUST: readonly CallerClass[] = [
  'burned',
  'timelock',
  'governor',
  'multisig',
  'contract',
  'unknown',
  'eoa',
  'anyone',
]

function byTrust({ holder: one }: { holder: Caller }, { holder: other }: { holder: Caller }): number {
  return stepsBelowKey(other) - stepsBelowKey(one) || TRUST.indexOf(one.kind) - TRUST.indexOf(other.kind)
}

function holderOf({ holders }: GuardedPull, { by, holder }: PullGuard): Caller {
  const account = holder === null ? undefined : holders.find(({ address }) => address === holder)
  if (account === undefined) return { kind: 'unknown' }
  const caller = callerBehind(account)
  // A contract may confirm any signature (EIP-1271): who signs is not known.
  return by === 'signature' && caller.kind === 'contract' ? { kind: 'unknown' } : caller
}
