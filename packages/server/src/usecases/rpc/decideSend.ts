import type { Chain } from '@redoubt/risk/chain.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { Owner } from '../../domain/account.ts'
import type { Effects } from '../../domain/policy/effects.ts'
import type { RuleResult } from '../../domain/policy/evaluatePolicy.ts'
import type { PolicyGate } from '../../domain/ports/policyGate.ts'
import type { SignedTransaction } from '../../domain/ports/signedTransactions.ts'
import { coversHold } from '../../domain/rpc/approvedHolds.ts'
import { type GuardReason, type Hold, judgeAgainAfter, type SendVerdict } from '../../domain/rpc/heldTransaction.ts'
import type { GuardSettings } from '../../domain/rpc/rpcToken.ts'
import type { JudgedSend } from './judgeSend.ts'

const EARLIER = 'Held: its outcome depends on earlier transactions of the account, which are not mined.'
/** A booking that is not settled is given back after so many milliseconds: the node that made it has stopped. */
const RESERVED_FOR_MS = 10 * 60_000
/** Characters of a message that wallets show. */
const MAX_MESSAGE = 200
const LEVELS: readonly RiskLevel[] = ['safe', 'low', 'medium', 'high', 'critical']

/** What is booked for a send: `own` by this attempt, which alone gives it back; the others by an attempt of the same transaction. */
export type Reservations = { all: string[]; own: string[] }

type SendDecision =
  | { outcome: 'forward'; reservations: Reservations }
  | { outcome: 'hold'; reason: GuardReason; releaseAt: number | null }
  | { outcome: 'refuse'; reason: GuardReason }

/**
 * Decides what becomes of a judged send: by its verdict, by what could not be learned, and by the policy of every wallet that it
 * concerns, which books what it lets go. Nothing stays booked unless it is forwarded.
 */
export async function decideSend(
  gate: PolicyGate,
  {
    owner,
    chain,
    signed,
    judged,
    guard,
    now,
    queued,
    heldSince = null,
    covered = [],
  }: {
    owner: Owner
    chain: Chain
    signed: SignedTransaction
    judged: JudgedSend
    guard: GuardSettings
    now: number
    /** Transactions before it are not mined. */
    queued: boolean
    heldSince?: number | null
    /** What an administrator's approval covers. */
    covered?: readonly Hold[]
  },
): Promise<SendDecision> {
  const { verdict, outer, effects } = judged
  if (LEVELS.indexOf(verdict.riskLevel) >= LEVELS.indexOf(guard.blockAt))
    return { outcome: 'refuse', reason: reasonOf('verdict', `Refused: ${worstOf(verdict)}`) }

  const again = now + judgeAgainAfter(now - (heldSince ?? now))
  const unknown = unknownOf({ verdict, queued, succeeded: outer.simulation?.success === true })
  const unlearned = unknown === null ? null : holdOf(unknown, verdict.missing ?? [])
  const isBlind = unknown !== null && unlearned !== null && !coversHold(covered, unlearned)
  if (isBlind && unknown.rule === 'incomplete' && guard.incomplete === 'refuse')
    return { outcome: 'refuse', reason: unknown }
  const reservations: Reservations = { all: [], own: [] }
  const holds: Hold[] = unlearned === null ? [] : [unlearned]
  let held: Extract<SendDecision, { outcome: 'hold' }> | null = isBlind
    ? { outcome: 'hold', reason: unknown, releaseAt: again }
    : null
  let isGuarded = false
  try {
    for (const one of effects) {
      const { decision, reservationId, isNew } = await gate.check({
        account: owner.accountId,
        environment: owner.environment,
        chain,
        wallet: one.wallet,
        effects: one.effects,
        nonce: { sender: signed.transaction.from, nonce: BigInt(signed.members.nonce) },
        reserve: isBlind ? null : { identity: signed.hash, expiresAt: now + RESERVED_FOR_MS },
        heldSince,
        isApproved(result) {
          const hold = ruleHold(one, result)
          holds.push(hold)
          return coversHold(covered, hold)
        },
      })
      if (reservationId !== null) reservations.all.push(reservationId)
      if (reservationId !== null && isNew) reservations.own.push(reservationId)
      isGuarded ||= decision !== null
      if (decision === null || decision.outcome === 'allow') continue
      // What is refused on an unknown outcome may be allowed on a known one.
      if (isBlind && decision.outcome === 'refuse') continue
      const rules = decision.rules.filter(({ outcome }) => outcome === decision.outcome)
      const says = rules[0]?.reason ?? 'the policy of the wallet'
      const verb = decision.outcome === 'refuse' ? 'Refused by policy' : 'Held by policy'
      const reason: GuardReason = {
        rule: 'policy',
        message: short(`${verb}: ${says}`),
        wallet: one.wallet,
        rules: decision.rules,
      }
      if (decision.outcome === 'refuse') {
        await giveBack(gate, reservations)
        return { outcome: 'refuse', reason }
      }
      // Every policy must let it go: the last of their times counts, and an approval where one needs it.
      const releaseAt = decision.holdUntil
      if (held === null) held = { outcome: 'hold', reason, releaseAt }
      else held.releaseAt = held.releaseAt === null || releaseAt === null ? null : Math.max(held.releaseAt, releaseAt)
    }
  } catch (error) {
    await giveBack(gate, reservations)
    throw error
  }
  // What leaves was counted on the state before the transactions that it follows: a limit needs the state after them.
  const waits = holdOf(reasonOf('earlier-nonce', EARLIER), [])
  if (isGuarded && queued && unknown?.rule !== 'earlier-nonce') {
    holds.push(waits)
    if (!coversHold(covered, waits))
      held ??= { outcome: 'hold', reason: reasonOf('earlier-nonce', EARLIER), releaseAt: again }
  }
  if (held === null) return { outcome: 'forward', reservations }
  await giveBack(gate, reservations)
  return { ...held, reason: { ...held.reason, holds } }
}

/** Gives back what this attempt booked for a send that was not made. */
export async function giveBack(gate: Pick<PolicyGate, 'release'>, { own }: Reservations): Promise<void> {
  for (const id of own) await gate.release(id)
}

function holdOf({ rule, message }: GuardReason, missing: readonly string[]): Hold {
  return { rule, wallet: null, reason: message, asked: null, unit: null, missing: [...missing] }
}

function ruleHold(
  { wallet, effects, unknown }: JudgedSend['effects'][number],
  { rule, reason, asked, unit }: RuleResult,
): Hold {
  const missing = rule === 'outcome' ? unknown : asked === null && unit !== null ? unvaluedIn(effects) : []
  return { rule, wallet, reason, asked, unit, missing }
}

/** What of a request has no value that is known, and its order of magnitude. */
function unvaluedIn({ outflows, approvals, rights }: Effects): string[] {
  const size = (amount: bigint | null) => (amount === null ? 'no end' : `${String(amount).length} digits`)
  return [
    ...outflows.flatMap(({ asset, amount, usd }) => (usd === null ? [`${asset ?? 'coin'} ${size(amount)}`] : [])),
    ...approvals.flatMap(({ token, spender, amount, atRiskUsd }) =>
      atRiskUsd === null ? [`${token} ${spender} ${size(amount)}`] : [],
    ),
    ...(rights === null ? ['rights'] : rights.map(({ holder, contract }) => `${holder} in ${contract}`)),
  ]
}

function unknownOf({
  verdict,
  queued,
  succeeded,
}: {
  verdict: SendVerdict
  queued: boolean
  succeeded: boolean
}): GuardReason | null {
  if (queued && !succeeded) return reasonOf('earlier-nonce', EARLIER)
  if (!verdict.complete) return reasonOf('incomplete', 'Held: what the transaction does is not fully known.')
  return null
}

function worstOf({ findings: [worst], recommendation }: SendVerdict): string {
  return worst === undefined ? `the verdict is ${recommendation}.` : `${worst.title}. ${worst.description}`
}

function reasonOf(rule: GuardReason['rule'], message: string): GuardReason {
  return { rule, message: short(message), wallet: null, rules: [] }
}

function short(text: string): string {
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE - 1)}…` : text
}
