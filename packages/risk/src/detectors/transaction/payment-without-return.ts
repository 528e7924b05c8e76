import { trustOf } from '../../accounts/trust.ts'
import type { Address } from '../../address.ts'
import { type BurnForMessage, burnForMessage } from '../../derive/burnForMessage.ts'
import { isStake } from '../../derive/chance.ts'
import { claimOn, isClaimed, isReplaced, isSealed, takeByKey } from '../../derive/claimed.ts'
import { creditOf, isRecorded } from '../../derive/creditOf.ts'
import { isRouted } from '../../derive/routes.ts'
import type { Loss, Movement } from '../../derive/shapes.ts'
import { goesToWallet, isNamedBy, isNamedTransfer, retainedByService, takerTrust } from '../../derive/tokenPulls.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { Account } from '../../facts/account.ts'
import type { BalanceChange } from '../../facts/changes.ts'
import type { Claim } from '../../facts/claim.ts'
import type { Facts } from '../../facts/facts.ts'
import { fullAddress, nameAccount } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'
import { describeAct, proofOf } from '../../wording/privilegedActs.ts'

const MAJORITY_PERCENT = 50n
/** Share of a holding below which something unpriced may be bought without a warning, in percent. */
const SMALL_PERCENT = 10n
/** USD up to which a mint for a wallet's account has a usual price, and up to which a recorded payment is a small purchase. */
const MAX_MINT_USD = 1_000
const MAX_PURCHASE_USD = 200
/** USD from which on a payment that one key can take from the contract is a loss, and up to which a payment by a payment contract is a bill. */
const LARGE_USD = 1_000
/** Accounts that share wages, and the largest share that one of them gets, in percent. */
const MIN_PAYEES = 3
const PAYEE_PERCENT = 40n

export default defineDetector({
  id: 'payment-without-return',
  title: 'Payment with nothing in return',
  why: 'Your payment goes to an unknown contract; no token, NFT or coin comes back, and the contract records no credit for you. Fake mints, claims and “security updates” work like this.',
  advice: 'Reject it unless you know the contract and mean to give the money away.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'loss',
  decisive: true,
  needs: [
    'transaction',
    'movements',
    'counterparties',
    'recipient',
    'simulation',
    'decodedSteps',
    'claims',
    'balanceChanges',
    'collections',
  ],
  detect: ({ collections, ...facts }) => {
    const { transaction, movements, counterparties, recipient, simulation, decodedSteps, claims, balanceChanges } =
      facts
    if (recipient?.class === 'eoa') return 'not-applicable'
    const context = { transaction, recipient, counterparties }
    const trade = { gained: movements.gained, balanceChanges }
    // What a marketplace with a known name sells was seen before it was bought, unless a seller made it for this sale.
    const isPurchase = (loss: Loss) =>
      recipient !== null &&
      trustOf(recipient) === 'known' &&
      isExchange(loss, trade) &&
      (!collections.some(isYoung) || !isMajority(loss))
    const burns = new Map(movements.lost.map((loss) => [loss, burnForMessage(loss, { transaction, simulation })]))
    const isMessageSent = [...burns].some(([{ account }, burn]) => burn?.recipient === account)
    return movements.lost
      .filter((loss) => loss.how === 'paid' && loss.returned !== 'value' && !isDust(loss))
      .filter((loss) => !retainedByService(loss, context) && !isPurchase(loss))
      .filter((loss) => !isNamedTransfer(loss, { recipient, decodedSteps }))
      .map((loss) => {
        const toWallet = goesToWallet(loss, context, simulation)
        const stranded = loss.takers.some((taker) => takerTrust(taker, context, simulation) === 'open-executor')
        const credit = toWallet || stranded ? 0n : creditOf(simulation.stateDiff, loss)
        const found = claimOn(claims, loss)
        const isUntested = found?.unreadable === true && loss.takers.every((taker) => taker === recipient?.address)
        const isOpen = found?.openToOthers === true
        const taken = found === null || toWallet ? null : takeByKey(found)
        const burn = burns.get(loss) ?? null
        const receiver = loss.takers[0] ?? recipient?.address ?? simulation.created
        const story = toWallet
          ? 'goes to a personal wallet'
          : stranded
            ? 'stays in a contract from which any caller can take it'
            : credit > 0n
              ? 'stays in the contract, which records a credit for you'
              : 'stays in the contract'
        const back =
          loss.returned === 'nothing'
            ? 'nothing comes back'
            : loss.pooled === true
              ? 'only a pool prices what comes back'
              : 'the assets that come back have no known price'
        const account = receiver === recipient?.address ? recipient : receiver ? counterparties[receiver] : undefined
        return {
          severity: severityOf(loss, {
            toWallet,
            credit,
            isRecorded: !stranded && !isOpen && isRecorded(simulation.stateDiff, loss, decodedSteps),
            isExchanged: isExchange(loss, trade),
            isPassedOn: isPassedOn(loss, context),
            isShown: isPassedOn(loss, context) && isNamedBy(loss, decodedSteps),
            isDrawn: !toWallet && isStake(loss, simulation),
            isSplit: isSplit(loss, balanceChanges),
            isEstablished: recipient?.class === 'contract' && recipient.deployedRecently === false,
            isWorthless: found?.complete === true && found.returned === 0n && !isReplaced(found, loss),
            isMint: isMint(loss, { ...trade, simulation }),
            isUntested,
            isTaken: taken !== null,
            isSealed: found !== null && isSealed(found),
            isBill: isBill(loss, context),
            isFee: isFeeBeside(loss, movements.lost, claims) || (isMessageSent && isMessageFee(loss)),
            isSentElsewhere: burn !== null && burn.recipient === loss.account,
            isNoted:
              recipient !== null &&
              isRecorded(simulation.stateDiff, { ...loss, takers: [recipient.address] }, decodedSteps),
            isForNamed: !toWallet && isPurchaseForNamed(loss, { ...trade, transaction }),
            isOldItem: collections.length > 0 && collections.every((one) => trustOf(one) === 'known'),
          }),
          description:
            burn !== null
              ? `Your ${describeAsset(loss)} is destroyed on this network, and a message of ${nameAccount(burn.carrier, counterparties[burn.carrier])} names ${recipientOf(burn, loss)}: whether another network credits it cannot be checked here.`
              : `Your ${describeAsset(loss)} ${story}, and ${back}${receiver ? `: ${nameAccount(receiver, account)}` : ''}.${taken === null || credit >= loss.amount ? '' : ` ${describeAct(taken, 'take it')}. ${proofOf(taken)}`}`,
          evidence: {
            asset: loss.address ?? 'native',
            amount: String(loss.amount),
            takers: loss.takers,
            toWallet,
            credited: credit > 0n,
            returned: loss.returned,
            messageCarrier: burn?.carrier ?? null,
            messageRecipient: burn?.recipient ?? null,
            holdingBefore: loss.before === null ? null : String(loss.before),
          },
        }
      })
  },
})

type Circumstances = {
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

function severityOf(loss: Loss, facts: Circumstances): Severity {
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

/** Percent of a deposit that a fee for it may cost. */
const FEE_PERCENT = 1

function isFeeBeside({ usd }: Loss, lost: readonly Loss[], claims: readonly Claim[]): boolean {
  return lost.some((deposit) => {
    const claim = claimOn(claims, deposit)
    const isKept = claim !== null && isClaimed(claim)
    return isKept && usd !== null && deposit.usd !== null && usd * 100 <= deposit.usd * FEE_PERCENT
  })
}

function recipientOf({ recipient }: BurnForMessage, { account }: Loss): string {
  if (recipient === null) return 'an account of another network'
  return recipient === account ? 'you' : `${fullAddress(recipient)}, not you`
}

/** USD, and percent of a holding, up to which coins beside a message to another network pay for it. */
const MESSAGE_USD = 50
const MESSAGE_PERCENT = 10n

function isMessageFee({ address, amount, usd, before }: Loss): boolean {
  if (address !== null || usd === null || usd > MESSAGE_USD) return false
  return before !== null && amount * 100n <= before * MESSAGE_PERCENT
}

/** Whether one wallet that was used before gets a payment whose asset and amount the call names: `pay(token, amount, reference)`. */
function isBill(
  { address, amount, takers }: Loss,
  { transaction, counterparties }: Pick<Facts, 'transaction' | 'counterparties'>,
): boolean {
  const [taker] = takers
  const account = taker === undefined ? undefined : counterparties[taker]
  if (takers.length !== 1 || account === undefined || trustOf(account) !== 'wallet') return false
  const words = transaction.data.slice(10).match(/.{64}/g) ?? []
  const isNamed = address === null ? words.length > 0 : words.some((word) => BigInt(`0x${word}`) === amount)
  return isNamed && (account.nonce > 0n || account.balance > 0n)
}

function isYoung(collection: Account): boolean {
  return collection.deployedRecently === true && trustOf(collection) === 'unknown'
}

function isMajority({ before, amount }: Loss): boolean {
  return before !== null && amount * 100n >= before * MAJORITY_PERCENT
}

/** Wei, and USD, below which a payment is dust. */
const DUST_WEI = 10n ** 13n
const DUST_USD = 0.01

function isDust({ address, amount, usd }: Loss): boolean {
  return address === null ? amount < DUST_WEI : usd !== null && usd < DUST_USD
}

/** Whether an account that takes the payment gives up an asset that the payer receives. */
function isExchange(
  { account, takers }: Loss,
  { gained, balanceChanges }: { gained: readonly Movement[]; balanceChanges: readonly BalanceChange[] },
): boolean {
  return gained.some(
    (gain) =>
      gain.account === account &&
      balanceChanges.some(
        ({ account: giver, address, tokenId, change }) =>
          takers.includes(giver) && change < 0n && address === gain.address && tokenId === gain.tokenId,
      ),
  )
}

/** Whether the payer receives items that no account had before, of a collection that the transaction does not create. */
function isMint(
  { account }: Loss,
  {
    gained,
    balanceChanges,
    simulation,
  }: { gained: readonly Movement[]; balanceChanges: readonly BalanceChange[]; simulation: Facts['simulation'] },
): boolean {
  const items = gained.filter(
    (gain) => gain.account === account && (gain.assetType === 'erc721' || gain.assetType === 'erc1155'),
  )
  const isOld = ({ address }: Movement) =>
    address !== null && (simulation.stateDiff[address]?.code?.after ?? '0x') === '0x'
  const isNew = ({ address, tokenId }: Movement) =>
    balanceChanges.every((row) => row.address !== address || row.tokenId !== tokenId || row.change > 0n)
  return items.length > 0 && items.every((item) => isOld(item) && isNew(item))
}

/** Whether it goes to several accounts, to none of them most of it. */
function isSplit({ address, amount, takers }: Loss, balanceChanges: readonly BalanceChange[]): boolean {
  const gains = balanceChanges.filter(
    (row) => takers.includes(row.account) && row.address === address && row.change > 0n,
  )
  return takers.length >= MIN_PAYEES && gains.every(({ change }) => change * 100n <= amount * PAYEE_PERCENT)
}

/** Services whose deposit contracts hand on what they receive. */
const DEPOSIT_SERVICES: ReadonlySet<string> = new Set(['exchange', 'bridge'])

/**
 * Whether the called contract hands the payment to an exchange or bridge with a known name, or to a wallet that the call data
 * names: the signer chose the receiver, as in a plain payment.
 */
function isPassedOn(
  { takers }: Loss,
  { transaction, recipient, counterparties }: Pick<Facts, 'transaction' | 'recipient' | 'counterparties'>,
): boolean {
  const data = transaction.data.toLowerCase()
  const isChosen = (taker: Address) => {
    const account = counterparties[taker]
    if (account === undefined || taker === recipient?.address) return false
    const trust = trustOf(account)
    if (trust === 'known') return account.labels.some(({ category }) => DEPOSIT_SERVICES.has(category))
    return trust === 'wallet' && data.includes(`${WORD_PADDING}${taker.slice(2)}`)
  }
  return takers.length > 0 && takers.every(isChosen)
}

/** Whether exchanges give something for the payment to an account that the call data names: a purchase for another wallet. */
function isPurchaseForNamed(
  loss: Loss,
  { balanceChanges, transaction }: Pick<Facts, 'balanceChanges' | 'transaction'>,
): boolean {
  const data = transaction.data.toLowerCase()
  return balanceChanges.some(({ account, address, tokenId, assetType, change }) => {
    if (change <= 0n || account === loss.account || !data.includes(`${WORD_PADDING}${account.slice(2)}`)) return false
    const gain = { ...loss, account: loss.account, address, tokenId, assetType, amount: change }
    return isRouted(loss, { gained: [gain], balanceChanges })
  })
}

/** Zeros before an address in a word of call data. */
const WORD_PADDING = '0'.repeat(24)
