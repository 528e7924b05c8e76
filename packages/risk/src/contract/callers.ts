import type { Address } from '../address.ts'
import type { Hit, Severity } from '../engine/finding.ts'
import type { Account } from '../facts/account.ts'
import type { ContractJudgement } from '../facts/contractJudgement.ts'
import type { PrivilegedAccount, PrivilegedCall } from '../facts/privileges.ts'
import { genuineLabel } from './genuine.ts'

/** Kind of account that can make a call: any account, one key, a multisig, a timelock, votes, other code, a burned account. */
export type CallerClass = 'anyone' | 'eoa' | 'multisig' | 'timelock' | 'governor' | 'contract' | 'burned' | 'unknown'

/** An account that can make a call, with what makes it more than one key. */
export type Caller = { kind: CallerClass } & Pick<PrivilegedAccount, 'delaySeconds' | 'threshold'>

/** Seconds in which no user can be expected to react, and in which all can. */
export const SHORT_DELAY = 3_600
export const LONG_DELAY = 86_400

/**
 * Returns the class of the account behind a privileged call. A former owner that can still call is one key, and so is a contract that one
 * key commands.
 */
export function callerClassOf(call: PrivilegedCall, privileged: readonly PrivilegedAccount[]): CallerClass {
  return callerOf(call, privileged).kind
}

/** Returns the account behind a privileged call, with its delay or threshold. */
export function callerOf(call: PrivilegedCall, privileged: readonly PrivilegedAccount[]): Caller {
  if (call.callerRole === 'stranger') return { kind: 'anyone' }
  const account = privileged.find(({ address }) => address === call.caller)
  return account === undefined ? { kind: 'unknown' } : callerBehind(account)
}

/** Returns an account with privileges as a caller: one key, where a key commands it. */
export function callerBehind({ account, commandedBy, delaySeconds, threshold }: PrivilegedAccount): Caller {
  if (commandedBy !== undefined) return { kind: 'eoa' }
  return {
    kind: account,
    ...(delaySeconds !== undefined && { delaySeconds }),
    ...(threshold !== undefined && { threshold }),
  }
}

/** Returns an account as execution showed it, where it is among those that were executed: its command, delay and threshold. */
export function asExecuted<Known extends PrivilegedAccount>(
  account: Known,
  executed: readonly PrivilegedAccount[],
): Known {
  const found = executed.find(({ address }) => address === account.address)
  if (found === undefined) return account
  const { delaySeconds: _, ...stated } = account
  const { commandedBy, delaySeconds, threshold, refusedUpgrade } = found
  return {
    ...(stated as Known),
    account: found.account,
    ...(commandedBy !== undefined && { commandedBy }),
    ...(delaySeconds !== undefined && { delaySeconds }),
    ...(threshold !== undefined && { threshold }),
    ...(refusedUpgrade !== undefined && { refusedUpgrade }),
  }
}

/** Whether an account can act as a single key does: alone, and before users can react. */
export function actsAsKey(account: PrivilegedAccount): boolean {
  const caller = callerBehind(account)
  return caller.kind !== 'contract' && stepsBelowKey(caller) === 0
}

/**
 * Returns the steps by which an act of the account is less severe than an act of one key. Below an hour a timelock is as other code: its
 * proposers may be several, and one key behind them is found by executing it. Votes are stated, not executed: they weigh as other code too.
 */
export function stepsBelowKey({ kind, delaySeconds, threshold }: Caller): number {
  if (kind === 'timelock') return delaySeconds !== undefined && delaySeconds >= LONG_DELAY ? 2 : 1
  if (kind === 'multisig') return threshold !== undefined && threshold.needed < 2 ? 0 : 2
  return { anyone: 0, eoa: 0, unknown: 0, contract: 1, governor: 1, burned: 4 }[kind]
}

/** Marks what takes several keys, or a day's notice: alone, or many of them together, they never make a high level. */
export function sharedBy(caller: Caller): { shared?: true } {
  return caller.kind !== 'burned' && stepsBelowKey(caller) >= SHARED_STEPS ? { shared: true } : {}
}

const SHARED_STEPS = 2

const WORST_FIRST: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'info']

/**
 * Returns the severity of an act by its caller. Any account, one key or a multisig of one signature: unchanged. A timelock of a day or
 * more, and a multisig: two steps lower. A shorter timelock, votes, and a contract whose own rules were not read: one step lower. A
 * well-known service: at most low, because its published design allows the act.
 */
export function severityFor(severity: Severity, caller: Caller, subject: Account | null): Severity {
  const lowered = stepsBelowKey(caller)
  const known = subject === null || genuineLabel(subject) === null ? 0 : WORST_FIRST.indexOf('low')
  const at = Math.min(Math.max(WORST_FIRST.indexOf(severity) + lowered, known), WORST_FIRST.length - 1)
  return WORST_FIRST[at] ?? 'info'
}

type Judged = Pick<ContractJudgement, 'riskLevel' | 'findings'>

/**
 * How risky it is at least to call the contract or to give it power: its own level. Null below medium, and for a medium that only says
 * that little is known of it.
 */
export function dangerOf({ riskLevel, findings }: Judged): Severity | null {
  if (riskLevel === 'safe' || riskLevel === 'low' || findings.length === 0) return null
  return riskLevel
}

/**
 * How risky it is at least to give the contract power: its own level, by whatever signs. Null below medium, and where only the node kept
 * it from being known.
 */
export function powerDangerOf(
  judgement: Pick<ContractJudgement, 'riskLevel' | 'findings' | 'unreadable'>,
): Severity | null {
  const { riskLevel, findings, unreadable = false } = judgement
  if (riskLevel === 'safe' || riskLevel === 'low' || (unreadable && findings.length === 0)) return null
  return riskLevel
}

/** Rules about a contract’s own token: what they find harms its holders and its buyers. */
const OF_OWN_TOKEN: ReadonlySet<string> = new Set([
  'hidden-mint',
  'mintable-supply',
  'mint-beyond-supply-cap',
  'free-mint',
  'concentrated-supply',
  'low-liquidity',
  'no-liquidity-pool',
  'removed-liquidity',
])

/**
 * Whether all that was found against a spender is about its own token, and none of the tokens that it may take is that one: what it can do to them was
 * executed and is nothing.
 */
export function endangersOwnTokenOnly(
  { address, complete, findings }: Pick<ContractJudgement, 'address' | 'complete' | 'findings'>,
  tokens: readonly Address[],
): boolean {
  const isOwn = ({ id, ofUnknown }: ContractJudgement['findings'][number]) => OF_OWN_TOKEN.has(id) && ofUnknown !== true
  return complete && findings.length > 0 && findings.every(isOwn) && !tokens.includes(address)
}

/** Returns the sentence about a holder of a power by its contract scan: what endangers, or that too little is known. */
export function describeDanger(
  holder: string,
  { riskLevel, riskScore, findings, weak }: Pick<ContractJudgement, 'riskLevel' | 'riskScore' | 'findings' | 'weak'>,
): string {
  const rated = `${riskLevel} (${riskScore} of 100)`
  if (findings[0] !== undefined) return `The contract scan rates ${holder} ${rated}: ${findings[0].title}.`
  return `The contract scan found no harm in ${holder}, and too little to call it safe: ${rated}, ${weak[0] ?? 'Insufficient data'}.`
}

/** Whether the contract endangers only accounts that pay it: a call without a payment, or power for it, is not at risk. */
export function endangersPayersOnly({ complete, findings }: Pick<ContractJudgement, 'complete' | 'findings'>): boolean {
  return complete && findings.length > 0 && findings.every(({ ofPayers }) => ofPayers)
}

const MAX_TITLES = 3
const UNKNOWN_RISK = 'Contract of unknown risk'

/**
 * A hit about a dangerous contract: what uses it is at least as risky. `what` is the sentence before the verdict: "You call 0x59D7…e19c".
 * Of a scan that found no harm, and too little to call the contract safe, it says that.
 */
export function dangerHit(
  judgement: ContractJudgement,
  severity: Severity,
  { what, evidence = {} }: { what: string; evidence?: Hit['evidence'] },
): Hit {
  const { address, riskScore, riskLevel, findings, weak, complete, blockNumber, rulesetVersion } = judgement
  const isUnknown = findings.length === 0
  const titles = isUnknown ? weak : findings.map(({ title }) => title)
  const rated = `${riskLevel} (${riskScore} of 100) at block ${blockNumber}`
  const signs = titles.slice(0, MAX_TITLES).join('; ') || 'Insufficient data'
  return {
    severity,
    atLeast: riskScore,
    ...(isUnknown && { title: UNKNOWN_RISK }),
    description: isUnknown
      ? `${what}. The contract scan found no harm in this contract, and too little to call it safe. It rates it ${rated}: ${signs}.`
      : `${what}. The contract scan rates this contract ${rated}: ${signs}.`,
    evidence: {
      contract: address,
      contractScore: riskScore,
      contractLevel: riskLevel,
      contractFindings: findings.map(({ id }) => id),
      contractFindingTitles: titles,
      contractScanComplete: complete,
      block: String(blockNumber),
      rulesetVersion,
      ...evidence,
    },
  }
}
