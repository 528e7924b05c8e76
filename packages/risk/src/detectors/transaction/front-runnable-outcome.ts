import { defineDetector } from '../../engine/detector.ts'
import type { Hit, Severity } from '../../engine/finding.ts'
import type { PoolMove } from '../../facts/poolMove.ts'
import type { OpenAccount, OpenSlot, Validity, WriterClass } from '../../facts/validityFacts.ts'
import { shortAddress } from '../../wording/accountNames.ts'
import { describeAsset, formatUsd } from '../../wording/assetNames.ts'

/** Seconds in which a write counts as recent. */
const RECENTLY = 86_400n
/**
 * Percent of what a trade brings that it loses on a moved price without a working limit, and USD of a small and of a large loss, with an
 * amount that looks like a limit and without one.
 */
const UNLIMITED_PERCENT = 10
const SMALL_USD = 100
const LARGE_USD = { named: 1_000, none: 5_000 }
const WORST_FIRST: readonly Severity[] = ['high', 'medium', 'low', 'info']
/** Steps lower: a multisig or a timelock leaves time to notice, other code has rules that were not read. */
const LOWERED: Readonly<Record<WriterClass, number>> = {
  anyone: 0,
  eoa: 0,
  unknown: 1,
  contract: 1,
  multisig: 2,
  timelock: 2,
  governor: 2,
  burned: 3,
}

export default defineDetector({
  id: 'front-runnable-outcome',
  title: 'Front-runnable transaction outcome',
  why: 'We ran the transaction again after a call that another account can make first, and it took more or gave less. A transaction that is harmless when checked can be made harmful while it waits (time of check, time of use).',
  advice:
    'Reject it unless you trust the account that can make that call. If you go on, scan it again right before you send it, and give a trade a price limit that holds.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  needs: ['validity', 'poolMove'],
  detect: ({ validity, poolMove }) => [
    ...(poolMove === null ? [] : withoutLimit(poolMove)),
    ...validity.openSlots
      .filter(({ flip, bounded }) => flip.effect !== 'other' && !bounded)
      .map((slot) => ({
        severity: severityOf(slot, validity),
        description: described(slot),
        evidence: {
          contract: slot.contract,
          slot: slot.slot,
          value: slot.value,
          flippedTo: slot.flip.value,
          effect: slot.flip.effect,
          writers: slot.writers.map(({ signature, selector }) => signature ?? selector),
          ...(slot.executed !== null && { caller: slot.executed.caller, args: slot.executed.args }),
          ...(slot.lastWrite !== null && { lastWrittenInBlock: String(slot.lastWrite.blockNumber) }),
        },
      })),
    ...validity.openAccounts.map((open) => ({
      severity: lowered((open.flip.effect === 'new-loss' ? 0 : 1) + LOWERED[open.writer]),
      description: describedAccount(open),
      evidence: {
        account: open.account,
        reads: open.reads,
        value: open.value,
        flippedTo: open.flip.value,
        effect: open.flip.effect,
      },
    })),
  ],
})

/** A trade that goes through on a price that another account moved. An amount in the call that looks like a limit is worse than none. */
function withoutLimit({ pools, times, given, received, usd, limit, tolerance }: PoolMove): Hit[] {
  // By the rate: a trade may give less where it receives less.
  const kept = (received.amountAfter * given.amount * 1_000n) / (received.amount * given.amountAfter)
  const percent = Number(1_000n - kept) / 10
  const lostUsd = (usd * percent) / 100
  if (percent < UNLIMITED_PERCENT || lostUsd < SMALL_USD) return []
  const isPaid = received.amountAfter === received.amount
  const changed = isPaid ? given : received
  const isBelow = limit !== null && (isPaid ? limit < given.amountAfter : limit > received.amountAfter)
  // Measured at the price of the moment, a tolerance follows each price that another account makes.
  const isIdle = tolerance !== null && percent > tolerance
  const isBroken = isBelow || isIdle
  const named = (amount: bigint) =>
    describeAsset({ ...changed, assetType: changed.address === null ? 'native' : 'erc20', tokenId: null, amount })
  const isLarge = lostUsd >= LARGE_USD[isBroken ? 'named' : 'none']
  const verb = isPaid ? 'pay' : 'receive'
  const broken = isIdle
    ? `The call names a tolerance of ${tolerance} %, which the contract measures at the price of that moment: it stops nothing.`
    : isBelow
      ? `The call names ${named(limit)}, and does not keep to it.`
      : 'The call has no price limit that stops it.'
  return [
    {
      severity: isBroken ? (isLarge ? 'high' : 'medium') : isLarge ? 'medium' : 'low',
      description: `Anyone can trade at the same pools first: you then ${verb} ${named(changed.amountAfter)} instead of ${named(changed.amount)}, a loss of about ${formatUsd(lostUsd)}. ${broken} Confirmed in simulation.`,
      evidence: {
        pools,
        tradesFirst: times,
        asset: changed.address ?? 'native',
        amount: String(changed.amount),
        amountAfter: String(changed.amountAfter),
        lostUsd: Math.round(lostUsd),
        namedLimit: limit === null ? null : String(limit),
        ...(tolerance !== null && { namedTolerancePercent: tolerance }),
      },
    },
  ]
}

/**
 * Returns the severity of one slot. An executed call that causes a new loss is high; one that only changes amounts is medium, or
 * high when the slot was written within the last day. A change that no executed call made is two steps lower for amounts, since
 * the code may not allow it, and one step lower for a new loss, since code that hides its writer is no safer than code that shows
 * it.
 */
function severityOf({ flip, executed, lastWrite }: OpenSlot, { block }: Validity): Severity {
  const recent = lastWrite !== null && !lastWrite.creation && block.timestamp - lastWrite.timestamp <= RECENTLY
  const drains = flip.effect === 'new-loss'
  const harm = drains || recent ? 0 : 1
  return lowered(harm + (executed === null ? (drains ? 1 : 2) : LOWERED[executed.account]))
}

function lowered(steps: number): Severity {
  return WORST_FIRST[Math.min(steps, WORST_FIRST.length - 1)] ?? 'info'
}

function describedAccount({ account, reads, flip, writer }: OpenAccount): string {
  const who =
    writer === 'anyone'
      ? `Anyone can send coins to ${shortAddress(account)}`
      : writer === 'eoa'
        ? `The holder of the key of ${shortAddress(account)} can change its ${reads}`
        : `${shortAddress(account)} can change its ${reads} by its own rules`
  return `${who} first: the transaction then ${does(flip.effect)}.`
}

function described({ contract, slot, role, flip, executed }: OpenSlot): string {
  const name = role === null ? `storage slot ${shortSlot(slot)}` : `“${role}”`
  if (executed === null)
    return `With another value in ${name} of ${shortAddress(contract)} the transaction ${does(flip.effect)}; which accounts can write that value is unknown.`
  const call = executed.signature ?? executed.selector
  const who = WHO[executed.account] ?? `${shortAddress(executed.caller)} (${executed.account})`
  return `${who} can call ${call} of ${shortAddress(contract)} first: the transaction then ${does(flip.effect)}.`
}

function does(effect: OpenSlot['flip']['effect']): string {
  return effect === 'new-loss'
    ? 'takes assets that it leaves alone now, or gives nothing for them'
    : 'takes more from the sender, or gives less than half'
}

/** Callers that the simulation makes up: a stranger, and an account put on the contract's own list. */
const WHO: Partial<Record<WriterClass, string>> = { anyone: 'Anyone', unknown: 'An account on a list of the contract' }

function shortSlot(slot: string): string {
  const number = BigInt(slot)
  return number < 1_000n ? String(number) : `${slot.slice(0, 10)}…`
}
