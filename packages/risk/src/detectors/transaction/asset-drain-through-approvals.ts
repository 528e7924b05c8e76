import { BURN_ADDRESSES } from '../../accounts/knownAddresses.ts'
import { trustOf } from '../../accounts/trust.ts'
import type { Address, Hex } from '../../address.ts'
import { claimOn, isReleased, isReplaced, isSealed } from '../../derive/claimed.ts'
import { creditOf, isRecorded } from '../../derive/creditOf.ts'
import { isRouted } from '../../derive/routes.ts'
import type { Loss } from '../../derive/shapes.ts'
import { takenAmount } from '../../derive/takenAmount.ts'
import { goesToWallet, retainedByService, takerTrust } from '../../derive/tokenPulls.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { BalanceChange } from '../../facts/changes.ts'
import type { Simulation } from '../../facts/execution.ts'
import type { Facts } from '../../facts/facts.ts'
import { describeAsset } from '../../wording/assetNames.ts'

/** Share of a holding above which losing it is a drain, in percent. */
const MAJORITY_PERCENT = 50n
/** Percent of a holding, and USD, up to which the called contract may collect what it sells or what is due. */
const COLLECTED_PERCENT = 1n
const COLLECTED_USD = 100
/** The same of an invoice that the owner approved to the unit. */
const INVOICED_PERCENT = 5n
const INVOICED_USD = 1_000

/** Percent of a holding below which an ordinary payment is, and of a payment that a fee on top of it may cost. */
const SMALL_PERCENT = 10n
const FEE_PERCENT = 3n
/** Amounts below this are found by chance; digits of the smallest packed amount; slots below are no entries of mappings. */
const MIN_NAMED = 1n << 16n
const PACKED_DIGITS = 16
const MIN_HASHED_SLOT = 1n << 128n

export default defineDetector({
  id: 'asset-drain-through-approvals',
  title: 'Asset drain through existing approvals',
  why: 'An honest call names the assets it spends: the coins you attach, the token in its path or arguments. Here assets leave through old approvals or other tricks, and nothing of value comes back. A wallet drainer does this.',
  advice: 'Reject the transaction. Then revoke the approvals through which the assets would have left.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'loss',
  decisive: true,
  needs: [
    'transaction',
    'movements',
    'counterparties',
    'recipient',
    'claims',
    'simulation',
    'decodedSteps',
    'balanceChanges',
  ],
  detect: ({ transaction, movements, counterparties, recipient, claims, simulation, decodedSteps, balanceChanges }) => {
    const context = { transaction, recipient, counterparties }
    const taken = movements.lost.filter(
      (loss) => loss.how === 'taken' && loss.returned !== 'value' && !retainedByService(loss, context),
    )
    if (taken.length === 0) return []
    const isMajority = taken.some(({ before, amount }) => before === null || amount * 100n >= before * MAJORITY_PERCENT)
    // Burned by a call that names no account: what is due for it can only be the caller's.
    const isBurned =
      namesNoAccount(transaction.data) &&
      taken.every(({ takers, address }) => takers.length === 0 && balanceChanges.some((row) => isBurn(row, address)))
    // Burned for what the called contract issues in return, as in a migration: no account gains by it.
    const isMigration = taken.every(({ takers, returned }) => takers.length === 0 && returned === 'unpriced')
    // A token for another, at prices of pools. The taker may own the pool.
    const isExchange = taken.length === 1 && taken.every(({ pooled }) => pooled === true)
    // A contract has it, and no search for a withdrawal came to its end.
    const isUnknown = taken.every(
      (loss) => claimOn(claims, loss)?.complete === false && loss.takers.length > 0 && !goesToWallet(loss, context),
    )
    // A shop, a lender or a subscription that the owner approved collects little, and gives something or writes it down.
    const isCollected =
      taken.length === 1 &&
      taken.every(
        (loss) =>
          isLittle(loss) &&
          loss.takers.length > 0 &&
          loss.takers.every((taker) => taker === recipient?.address && trustOf(recipient) === 'unknown') &&
          (loss.returned === 'unpriced' || isRecorded(simulation.stateDiff, loss, decodedSteps)),
      )
    // A shop that hands a small price to its owner's wallet, and writes down who paid.
    const isPassedOn =
      taken.length === 1 &&
      recipient !== null &&
      trustOf(recipient) === 'unknown' &&
      taken.every(
        (loss) =>
          isLittle(loss) &&
          loss.takers.every((taker) => takerTrust(taker, context) === 'wallet') &&
          isRecorded(simulation.stateDiff, { ...loss, takers: [recipient.address] }, decodedSteps),
      )
    // An invoice: exactly what the owner approved the called contract for, and the contract writes down that it is paid.
    const isExact =
      taken.length === 1 &&
      recipient !== null &&
      trustOf(recipient) === 'unknown' &&
      taken.every(
        (loss) =>
          isAtMost(loss, INVOICED_PERCENT, INVOICED_USD) &&
          usesUpAllowance(loss, simulation) &&
          isRecorded(simulation.stateDiff, { ...loss, takers: [recipient.address] }, decodedSteps),
      )
    // A payment: the call names the sum, and its owner approved exactly that, or the called contract books it.
    const payment =
      taken.length === 1 && taken[0] !== undefined ? paymentOf(taken[0], { ...context, simulation }) : null
    const isBooked =
      payment !== null &&
      taken.every((loss) => isBookedBy(loss, payment, { simulation, decodedSteps, by: recipient?.address ?? null }))
    const isFree = taken.every((loss) => {
      const claim = claimOn(claims, loss)
      return claim?.complete === true && claim.takes.length === 0 && claim.switches.length === 0 && !claim.openToOthers
    })
    const isPaid = payment !== null && (payment.exact || (payment.kept && isBooked && isFree))
    const isOrdinary =
      payment?.exact === true &&
      payment.kept &&
      isBooked &&
      isFree &&
      recipient?.deployedRecently === false &&
      taken.every(({ amount, before }) => before !== null && amount * 100n < before * SMALL_PERCENT)
    // A bridge of one token: the called contract keeps the sum that the call names, and only signatures of others pay it out.
    const isBridged =
      taken.length === 1 &&
      recipient?.deployedRecently === false &&
      taken.every((loss) => {
        const claim = claimOn(claims, loss)
        const isKept = loss.takers.length > 0 && loss.takers.every((taker) => taker === recipient?.address)
        return isKept && claim !== null && isSealed(claim) && isAmountNamed(loss, transaction.data) && !isMajority
      })
    // A deposit that waits for another account's act, as a bet does: the called contract books all of it to its owner.
    const isAwaited =
      taken.length === 1 &&
      taken.every((loss) => {
        const claim = claimOn(claims, loss)
        const isKept = loss.takers.length > 0 && loss.takers.every((taker) => taker === recipient?.address)
        return isKept && claim !== null && isReleased(claim) && creditOf(simulation.stateDiff, loss) >= loss.amount
      })
    // A migration in two steps: the called contract keeps the old token, and was seen to pay another one for it.
    const isReplacedLater = taken.every((loss) => {
      const claim = claimOn(claims, loss)
      const isKept = loss.takers.length > 0 && loss.takers.every((taker) => taker === recipient?.address)
      return isKept && claim !== null && isReplaced(claim, loss)
    })
    const byWallet = taken.some((loss) => goesToWallet(loss, context))
    // Exchanges, not the called contract, have it and give what arrives; what that is worth is not known.
    const called = new Set([recipient?.address, ...decodedSteps.map(({ to }) => to)])
    const { gained } = movements
    const isExchanged = taken.every(
      (loss) => !loss.takers.some((taker) => called.has(taker)) && isRouted(loss, { gained, balanceChanges }),
    )
    // The called contract has it, or an exchange; the node does not keep the state that a withdrawal reads.
    const isUntested = taken.every(
      (loss) =>
        loss.takers.length > 0 &&
        (isExchanged || loss.takers.every((taker) => taker === recipient?.address)) &&
        claimOn(claims, loss)?.unreadable === true,
    )
    return [
      {
        severity:
          isCollected || isOrdinary
            ? 'low'
            : isPassedOn
              ? recipient?.deployedRecently === false
                ? 'low'
                : 'medium'
              : isMigration ||
                  isExchange ||
                  isUntested ||
                  isExact ||
                  isPaid ||
                  isAwaited ||
                  isBridged ||
                  isBurned ||
                  isReplacedLater
                ? 'medium'
                : !isUnknown && (taken.length > 1 || (isMajority && !isExchanged) || byWallet)
                  ? 'critical'
                  : 'high',
        description: isPaid
          ? `You pay ${taken.map(describeAsset).join(', ')} by your approval and get nothing of value back. ${payment.exact ? 'Your approval is used up' : 'The call names this amount'}${isBooked ? ', and the contract records the payment' : ''}.`
          : `You lose ${taken.map(describeAsset).join(', ')} and ${isExchange ? 'get what only a pool prices' : isReplacedLater ? 'get a token without a known price later' : 'get nothing of value back'}; the call names none of these assets.`,
        evidence: {
          assets: taken.map(({ address, tokenId }) => `${address ?? 'native'}${tokenId === null ? '' : `#${tokenId}`}`),
          amounts: taken.map(({ amount }) => String(amount)),
          takers: [...new Set(taken.flatMap(({ takers }) => takers))],
        },
      },
    ]
  },
})

type Payment = {
  /** What the call names: all of it, or all but a fee. */
  named: bigint
  /** The owner approved exactly what left. */
  exact: boolean
  /** The called contract keeps it all. */
  kept: boolean
}

/** What an unknown contract takes of a smaller part of a holding, where the call names the sum; null where it is no such payment. */
function paymentOf(
  loss: Loss,
  { transaction, recipient, simulation }: Pick<Facts, 'transaction' | 'recipient' | 'simulation'>,
): Payment | null {
  const { amount, before, takers, tokenId } = loss
  if (recipient === null || trustOf(recipient) !== 'unknown' || tokenId !== null || takers.length === 0) return null
  if (before === null || amount * 100n >= before * MAJORITY_PERCENT) return null
  // A rebate or change that comes back at once is no part of what the call names and the allowance covers.
  const taken = takenAmount(loss, simulation.trace)
  const exact = usesUpAllowance({ ...loss, amount: taken }, simulation)
  const named = namedAmount(taken, transaction.data, exact ? FEE_PERCENT : 0n)
  return named === null ? null : { named, exact, kept: takers.every((taker) => taker === recipient.address) }
}

/** Whether the called contract records who paid, or an entry of a mapping comes to hold, or grows by, what was paid. */
function isBookedBy(
  loss: Loss,
  { named }: Payment,
  { simulation: { stateDiff }, decodedSteps, by }: Pick<Facts, 'simulation' | 'decodedSteps'> & { by: Address | null },
): boolean {
  if (by === null) return false
  if (isRecorded(stateDiff, { ...loss, takers: [by] }, decodedSteps)) return true
  return Object.entries(stateDiff[by]?.storage ?? {}).some(([slot, { before, after }]) => {
    if (BigInt(slot) < MIN_HASHED_SLOT) return false
    const grown = BigInt(after) - BigInt(before)
    return [loss.amount, named].some(
      (sum) => grown === sum || (holdsAmount(after.slice(2), sum) && !holdsAmount(before.slice(2), sum)),
    )
  })
}

/** Whether a word of the token falls from the amount to zero: the allowance, where the holding is larger. */
function usesUpAllowance({ address, amount, before }: Loss, { stateDiff }: Simulation): boolean {
  if (address === null || before === null || before <= amount) return false
  const words = Object.values(stateDiff[address]?.storage ?? {})
  return words.some((word) => BigInt(word.before) === amount && BigInt(word.after) === 0n)
}

/** The sum in the call, also packed with other numbers in a word; else a named number that is at most a fee below the sum. */
function namedAmount(amount: bigint, data: Hex, feePercent: bigint): bigint | null {
  if (amount < MIN_NAMED) return null
  const text = data.slice(10).toLowerCase()
  if (holdsAmount(text, amount)) return amount
  const words = (text.match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
  const isAllButFee = (one: bigint) => one < amount && one * (100n + feePercent) >= amount * 100n
  return words.find(isAllButFee) ?? null
}

/** Whether the bytes hold the number in at least as many bits as are packed. */
function holdsAmount(text: string, amount: bigint): boolean {
  const digits = amount.toString(16).padStart(PACKED_DIGITS, '0')
  const wanted = digits.length % 2 === 0 ? digits : `0${digits}`
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) if (at % 2 === 0) return true
  return false
}

function isAmountNamed({ amount }: Loss, data: Hex): boolean {
  return (data.slice(10).match(/.{64}/g) ?? []).some((word) => BigInt(`0x${word}`) === amount)
}

function isLittle(loss: Loss): boolean {
  return isAtMost(loss, COLLECTED_PERCENT, COLLECTED_USD)
}

function isAtMost({ amount, before, usd }: Loss, percent: bigint, most: number): boolean {
  return before !== null && amount * 100n <= before * percent && usd !== null && usd <= most
}

/** Above it a word of call data may be an account or a hash. */
const MAX_NUMBER = 1n << 96n

function namesNoAccount(data: Hex): boolean {
  const rest = data.slice(10)
  return rest.length % 64 === 0 && (rest.match(/.{64}/g) ?? []).every((word) => BigInt(`0x${word}`) < MAX_NUMBER)
}

function isBurn({ account, address, change }: BalanceChange, asset: Address | null): boolean {
  return BURN_ADDRESSES.has(account) && address === asset && change > 0n
}
