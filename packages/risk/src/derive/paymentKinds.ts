import { trustOf } from '../accounts/trust.ts'
import type { Address } from '../address.ts'
import type { Account } from '../facts/account.ts'
import type { BalanceChange } from '../facts/changes.ts'
import type { Claim } from '../facts/claim.ts'
import type { Facts } from '../facts/facts.ts'
import { claimOn, isClaimed } from './claimed.ts'
import { MAJORITY_PERCENT } from './paymentSeverity.ts'
import { isRouted } from './routes.ts'
import type { Loss, Movement } from './shapes.ts'

/** Zeros before an address in a word of call data. */
const WORD_PADDING = '0'.repeat(24)
/** Accounts that share wages, and the largest share that one of them gets, in percent. */
const MIN_PAYEES = 3
const PAYEE_PERCENT = 40n

/** Percent of a deposit that a fee for it may cost. */
const FEE_PERCENT = 1

/** Whether it is a small part beside a deposit of the same call that can be withdrawn. */
export function isFeeBeside({ usd }: Loss, lost: readonly Loss[], claims: readonly Claim[]): boolean {
  return lost.some((deposit) => {
    const claim = claimOn(claims, deposit)
    const isKept = claim !== null && isClaimed(claim)
    return isKept && usd !== null && deposit.usd !== null && usd * 100 <= deposit.usd * FEE_PERCENT
  })
}

/** USD, and percent of a holding, up to which coins beside a message to another network pay for it. */
const MESSAGE_USD = 50
const MESSAGE_PERCENT = 10n

/** Whether so little coin goes beside a message that it pays for the message. */
export function isMessageFee({ address, amount, usd, before }: Loss): boolean {
  if (address !== null || usd === null || usd > MESSAGE_USD) return false
  return before !== null && amount * 100n <= before * MESSAGE_PERCENT
}

/** Whether one wallet that was used before gets a payment whose asset and amount the call names: `pay(token, amount, reference)`. */
export function isBill(
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

/** Whether a collection was deployed recently and has no known name. */
export function isYoung(collection: Account): boolean {
  return collection.deployedRecently === true && trustOf(collection) === 'unknown'
}

/** Whether most of what was held leaves. */
export function isMajority({ before, amount }: Loss): boolean {
  return before !== null && amount * 100n >= before * MAJORITY_PERCENT
}

/** Wei, and USD, below which a payment is dust. */
const DUST_WEI = 10n ** 13n
const DUST_USD = 0.01

/** Whether it is worth next to nothing. */
export function isDust({ address, amount, usd }: Loss): boolean {
  return address === null ? amount < DUST_WEI : usd !== null && usd < DUST_USD
}

/** Whether an account that takes the payment gives up an asset that the payer receives. */
export function isExchange(
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
export function isMint(
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
export function isSplit({ address, amount, takers }: Loss, balanceChanges: readonly BalanceChange[]): boolean {
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
export function isPassedOn(
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
export function isPurchaseForNamed(
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
