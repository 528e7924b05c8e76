import type { Severity } from '../engine/finding.ts'
import type { Loss } from './shapes.ts'

/** Share of a holding that is most of it, in percent. */
export const MAJORITY_PERCENT = 50n
/** Share of a holding below which something unpriced may be bought without a warning, in percent. */
const SMALL_PERCENT = 10n
/** USD up to which a mint for a wallet's account has a usual price, and up to which a recorded payment is a small purchase. */
const MAX_MINT_USD = 1_000
const MAX_PURCHASE_USD = 200
/** USD from which on a payment that one key can take from the contract is a loss, and up to which a payment by a payment contract is a bill. */
const LARGE_USD = 1_000

/** What is known of a payment that brings nothing of known worth back. */
export type PaymentCircumstances = {
  toWallet: boolean
  credit: bigint
  /** The contract wrote down who paid. */
  isRecorded: boolean
  isExchanged: boolean
  isPassedOn: boolean
  /** The decoded arguments name each receiver. */
  isShown: boolean
  /** A small stake in a game of chance. */
  isDrawn: boolean
  /** Several accounts share it. */
  isSplit: boolean
  /** The called contract is known not to be young. */
  isEstablished: boolean
  /** It buys new items of a collection that was there before. */
  isMint: boolean
  /** Withdrawals were tried, and none paid anything. */
  isWorthless: boolean
  /** One private key can take it from the contract. */
  isTaken: boolean
  /** No privileged call takes it, and only other accounts' signatures release it: a bridge. */
  isSealed: boolean
  /** A payment contract hands it to its merchant. */
  isBill: boolean
  /** A small part beside a deposit of the same call that can be withdrawn. */
  isFee: boolean
  /** It is destroyed here, and a message about it names its payer. */
  isSentElsewhere: boolean
  /** The called contract writes down who paid, where a wallet has the payment. */
  isNoted: boolean
  /** What exchanges give for it goes to an account that the call data names. */
  isForNamed: boolean
  /** The items that come back are of collections with a known name. */
  isOldItem: boolean
  /** Whether a withdrawal pays it back could not be tested, and the called contract itself has it. */
  isUntested: boolean
}

/** Returns how severe such a payment is: by its share of what was held, its worth, its receiver, and what the contract records. */
export function paymentSeverity(loss: Loss, facts: PaymentCircumstances): Severity {
  const { toWallet, credit, isRecorded, isExchanged, isPassedOn } = facts
  const costsAtMost = (usd: number) => loss.usd !== null && loss.usd <= usd
  const atLeast = (percent: bigint) => loss.before === null || loss.amount * 100n >= loss.before * percent
  if (isTrivial(loss) || facts.isFee) return 'low'
  if (facts.isSentElsewhere) return 'medium'
  if (isExchanged && facts.isOldItem && facts.isEstablished && !atLeast(SMALL_PERCENT)) return 'low'
  if (isExchanged || facts.isUntested || facts.isDrawn) return 'medium'
  if (facts.isForNamed && loss.before !== null && !atLeast(SMALL_PERCENT)) return 'medium'
  if (loss.returned === 'unpriced') {
    // Shares and items of a young contract have no price, and neither has what a swindler prints.
    // New receipts that no call redeems count as nothing.
    if (facts.isWorthless && loss.before !== null && atLeast(MAJORITY_PERCENT)) return 'high'
    if (!atLeast(SMALL_PERCENT) && facts.isMint && facts.isEstablished && costsAtMost(MAX_MINT_USD)) return 'low'
    // A token without a price may be as worthless. The coin never is: while its price is unknown, the larger share decides.
    const isMuch = loss.usd === null ? loss.address === null && atLeast(MAJORITY_PERCENT) : atLeast(SMALL_PERCENT)
    if (!isMuch) return toWallet ? 'medium' : 'low'
    return toWallet ? 'high' : 'medium'
  }
  // Shops, registrars and lotteries write down who paid. So may a thief: at most for a small purchase.
  if (
    (isRecorded || credit > 0n) &&
    !toWallet &&
    facts.isEstablished &&
    !atLeast(SMALL_PERCENT) &&
    costsAtMost(MAX_PURCHASE_USD)
  )
    return 'low'
  // The contract of a shop keeps what its owner may take; so does a trap.
  if (facts.isTaken && !costsAtMost(LARGE_USD)) return credit >= loss.amount ? 'low' : 'high'
  // Any contract can write down a number; only one as large as the payment looks like a deposit.
  if (credit > 0n) return credit >= loss.amount ? 'low' : 'medium'
  // The signer named each account, as in plain payments.
  if (facts.isShown && loss.before !== null && !atLeast(SMALL_PERCENT)) return 'low'
  if (isPassedOn && facts.isSplit && !atLeast(MAJORITY_PERCENT)) return 'low'
  // Sellers write down who bought what; a lure for everything seldom does, and a record costs nothing to forge.
  if ((isRecorded || isPassedOn) && loss.before !== null && !atLeast(MAJORITY_PERCENT)) return 'medium'
  const isMinor = loss.before !== null && !atLeast(MAJORITY_PERCENT)
  if (facts.isSealed && facts.isEstablished && !toWallet && isMinor) return 'medium'
  if (facts.isBill && facts.isEstablished && !atLeast(SMALL_PERCENT) && costsAtMost(LARGE_USD)) return 'medium'
  // A shop of one person forwards the price and writes down who paid; its record is no proof.
  const isShop = facts.isNoted && facts.isEstablished
  const isMost = loss.before !== null && atLeast(MAJORITY_PERCENT)
  return toWallet && !isPassedOn && !isShop && isMost ? 'critical' : 'high'
}

/** Wei, USD and percent of a holding up to which a payment is a fee like the network's. */
const TRIVIAL_WEI = 3n * 10n ** 14n
const TRIVIAL_USD = 1
const TRIVIAL_PERCENT = 1n

function isTrivial({ address, amount, usd, before }: Loss): boolean {
  if (before === null || amount * 100n > before * TRIVIAL_PERCENT) return false
  return usd === null ? address === null && amount <= TRIVIAL_WEI : usd <= TRIVIAL_USD
}
