import { BURN_ADDRESSES } from '../accounts/knownAddresses.ts'
import type { Address } from '../address.ts'
import { SELECTORS } from '../contract/selectors.ts'
import type { Account } from '../facts/account.ts'
import type { BalanceChange } from '../facts/changes.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'
import type { Transaction } from '../facts/transaction.ts'
import type { Loss, Movement, Movements, Payee } from './shapes.ts'
import { type Part as SplitPart, splitPayments } from './splitPayments.ts'

/** A V3 path: 20 bytes of address, then 23 (fee and address) for each hop. */
const isPath = (hex: string) => hex.length >= 88 && (hex.length - 42) % 46 === 0

/** Percent of the given value below which a return is a gesture; another rule judges how much too little it is. */
const MEANINGFUL_PERCENT = 20

/** Percent of the given value from which on a return at pools' prices is an exchange. */
const POOLED_PERCENT = 80

/** Smallest meaningful return in USD, when the given assets have no price. */
const MEANINGFUL_USD = { coin: 0.01, item: 1 } as const

/** Wei that count as a return while no price of the native coin is known. */
const MEANINGFUL_WEI = 10n ** 15n

type Input = {
  transaction: Transaction
  steps: readonly DecodedCall[]
  principals: readonly Address[]
  payees: readonly Payee[]
  balanceChanges: readonly BalanceChange[]
  /** The sums cover several calls: plain payments count separately, and no other income is their return. */
  several?: boolean
}

/** Derives losses and gains of the principals, with the accounts that gain them, with whether the call names them, and with the return. */
export function deriveMovements(input: Input): Movements {
  const { principals, balanceChanges, transaction, several = transaction.calls !== undefined } = input
  const ours = balanceChanges
    .filter(({ account, change }) => change !== 0n && principals.includes(account))
    .flatMap((row): SplitPart[] =>
      several ? splitPayments(row, input.payees, balanceChanges) : [{ row, payees: input.payees }],
    )
  const lost = ours
    .filter(({ row }) => row.change < 0n)
    .map(({ row, payees, besides = [] }) => {
      const takers = takersOf(row, balanceChanges, transaction.from)
      const how = howLost(row, { ...input, payees })
      const others = takers.filter((taker) => !isPaidBesides(taker, { row, besides, balanceChanges }))
      return movementOf(row, how, several && how === 'sent' ? paidOf(row, { payees, takers: others }) : others)
    })
  const gained = ours.filter(({ row }) => row.change > 0n).map(({ row }) => movementOf(row, 'received', []))
  // One account's gain offsets no loss of another.
  const of = (account: Address) => (one: Movement) => one.account === account
  return {
    lost: lost.map((one): Loss => {
      const given = lost.filter(({ how }) => how !== 'sent' || one.how === 'sent').filter(of(one.account))
      const plain = several && one.how === 'sent' && !givesBack(one, balanceChanges)
      const own = gained.filter(of(one.account))
      const returned =
        plain || isTakenBeside(one, { given, gained: own, balanceChanges }) ? 'nothing' : returnedFor(given, own)
      return { ...one, returned, ...(returned === 'unpriced' && isPooled(given, own) && { pooled: true as const }) }
    }),
    gained,
  }
}

/**
 * Whether an asset that the call does not name goes to accounts that give nothing for it, while what comes back pays for the other
 * assets alone: a theft beside a good trade of the same call. A fee in another asset is none.
 */
function isTakenBeside(
  loss: Movement,
  {
    given,
    gained,
    balanceChanges,
  }: { given: readonly Movement[]; gained: readonly Movement[]; balanceChanges: readonly BalanceChange[] },
): boolean {
  const isApart = (one: Movement) =>
    one.how === 'taken' && one.takers.length > 0 && !one.takers.some((taker) => gives(taker, one, balanceChanges))
  const exchanged = given.filter((one) => !isApart(one))
  if (!isApart(loss) || exchanged.length === 0) return false
  if (loss.usd === null) return true
  if (loss.usd * 100 <= totalUsd(given) * Number(FEE_PERCENT)) return false
  const apart = given.filter((one) => isApart(one))
  const rest = totalUsd(gained) - totalUsd(exchanged)
  return rest < (totalUsd(apart) * MEANINGFUL_PERCENT) / 100
}

/** Whether an account issues a token that another account gains, or gives up an asset of comparable or unknown value. */
function gives(taker: Address, { usd }: Movement, rows: readonly BalanceChange[]): boolean {
  return rows.some(({ account, address, change, changeUsd }) => {
    if (address === taker && change > 0n) return true
    if (account !== taker || change >= 0n) return false
    return changeUsd === null || usd === null || -changeUsd * 100 >= usd * MEANINGFUL_PERCENT
  })
}

/** The takers of a payment that the call data names: who takes the same asset in another call has no part of it. */
function paidOf(
  { address }: BalanceChange,
  { payees, takers }: { payees: readonly Payee[]; takers: readonly Address[] },
): Address[] {
  const named = payees.filter(({ asset }) => asset === address).map((payee) => payee.address)
  const paid = takers.filter((taker) => named.includes(taker))
  return paid.length > 0 ? paid : [...takers]
}

/** Whether the account gains no more of the asset than a plain payment to it. */
function isPaidBesides(
  taker: Address,
  { row, besides, balanceChanges }: Pick<Input, 'balanceChanges'> & { row: BalanceChange; besides: readonly Payee[] },
): boolean {
  const paid = besides.find(({ address }) => address === taker)
  const gain = balanceChanges.find(({ account, address }) => account === taker && address === row.address)
  return paid !== undefined && gain !== undefined && gain.change <= paid.amount
}

/** Whether an account that takes it gives up an asset of comparable value. */
function givesBack(loss: Movement, rows: readonly BalanceChange[]): boolean {
  const given = rows
    .filter(({ account, change }) => change < 0n && loss.takers.includes(account))
    .map((row) => movementOf(row, 'received', []))
  return returnedFor([loss], given) !== 'nothing'
}

function movementOf(changed: BalanceChange, how: Movement['how'], takers: Address[]): Movement {
  const { account, assetType, address, tokenId, symbol, decimals, before, change, changeUsd, priceKind } = changed
  const amount = change < 0n ? -change : change
  // A thief may own the pool that prices the returned token: such a price may add to a loss and never offsets one.
  const isOfPool = change > 0n && priceKind === 'pool' && changeUsd !== null
  const usd = changeUsd === null || isOfPool ? null : Math.abs(changeUsd)
  const row = { account, assetType, address, tokenId, symbol, decimals, amount, before, usd, how, takers }
  return isOfPool ? { ...row, poolUsd: changeUsd } : row
}

function howLost(row: BalanceChange, input: Input): Movement['how'] {
  const { transaction, steps } = input
  if (isSent(row, input)) return 'sent'
  // A Safe pays from its own balance: the value of its transaction is in the decoded call, not in the outer value.
  if (row.address === null) return transaction.value > 0n || row.account !== transaction.from ? 'paid' : 'taken'
  const named = row.address === transaction.to || isNamed(steps, row.address) || paysForShares(row, input)
  return named ? 'paid' : 'taken'
}

/** Whether a transfer explains a loss: no larger than it asks for (a hundredth more for a token's own fee), to its named receiver. */
function isSent(row: BalanceChange, { payees, balanceChanges, transaction }: Input): boolean {
  const named = payees.filter(({ asset, tokenId }) => asset === row.address && (tokenId ?? row.tokenId) === row.tokenId)
  const asked = named.reduce((sum, { amount }) => sum + amount, 0n)
  if (named.length === 0 || -row.change * 100n > asked * 101n) return false
  // A called token's own handling of its transfer is not judged here.
  if (row.address !== null && row.address === transaction.to) return true
  // Coins without call data are a payment to the named account, also where its code passes them on.
  if (row.address === null && transaction.data === '0x' && transaction.calls === undefined) return true
  const takers = takersOf(row, balanceChanges, transaction.from)
  return takers.length === 0 || takers.some((taker) => named.some(({ address }) => address === taker))
}

/**
 * A deposit (ERC-4626 and its kin) names the exact amount and not the token, and gives shares that the called contract
 * itself issues. A drain that forges all of it looks like a worthless vault, which is for other detectors to say.
 */
function paysForShares(row: BalanceChange, { transaction, steps, balanceChanges }: Input): boolean {
  if (row.assetType !== 'erc20') return false
  const gained = balanceChanges.flatMap(({ account, address, change }) =>
    account === row.account && address !== null && change > 0n ? [address] : [],
  )
  // Several calls have several callees: each call names the amount to its own.
  return steps.some(({ to, args }) => {
    const issuer = transaction.calls === undefined ? transaction.to : to
    return issuer !== null && gained.includes(issuer) && args.includes(-row.change)
  })
}

/** Share of a loss, in percent, up to which one account's part of it is a fee, and up to which all fees together are. */
const FEE_PERCENT = 5n
const FEES_PERCENT = 10n

/**
 * Accounts that gain the asset, except its owner: a Safe may take its owner's loss. Fee recipients of a payment that goes
 * elsewhere take no part of it, and burned assets have no taker.
 */
function takersOf(lost: BalanceChange, rows: readonly BalanceChange[], sender: Address): Address[] {
  const takers = rows
    .filter((row) => row.address === lost.address && row.assetType === lost.assetType && row.tokenId === lost.tokenId)
    .filter((row) => row.change > 0n && row.account !== sender && row.account !== lost.account)
    .filter(({ account, assetType }) => assetType === 'native' || !BURN_ADDRESSES.has(account))
    .sort((a, b) => (a.change === b.change ? (a.account < b.account ? -1 : 1) : a.change > b.change ? -1 : 1))
  const isFee = ({ change }: BalanceChange) => change * 100n <= -lost.change * FEE_PERCENT
  const fees = takers.filter(isFee).reduce((sum, { change }) => sum + change, 0n)
  const others = takers.filter((taker) => !isFee(taker))
  const isFees = others.length > 0 && fees * 100n <= -lost.change * FEES_PERCENT
  return (isFees ? others : takers).map(({ account }) => account)
}

/** One row for each holding, added up over several executions' rows; what comes to nothing is left out. */
export function sumChanges(lists: readonly (readonly BalanceChange[])[]): BalanceChange[] {
  const [only] = lists
  if (lists.length === 1 && only) return [...only]
  const sums = new Map<string, BalanceChange>()
  for (const row of lists.flat()) {
    const key = `${row.account}:${row.assetType}:${row.address ?? ''}:${row.tokenId ?? ''}`
    const sum = sums.get(key)
    sums.set(key, sum === undefined ? row : added(sum, row))
  }
  return [...sums.values()].filter(({ change }) => change !== 0n)
}

function added(a: BalanceChange, b: BalanceChange): BalanceChange {
  const usd = a.changeUsd === null || b.changeUsd === null ? null : a.changeUsd + b.changeUsd
  return { ...a, change: a.change + b.change, changeUsd: usd }
}

/** Limit of Safes per transaction; no wallet uses more. */
const MAX_SAFES = 4

/**
 * The accounts told to `execTransaction` that really are Safes. Any contract can have a function of that name, and then what
 * it receives is not the signer's.
 */
export async function gatherSafes(
  steps: readonly DecodedCall[],
  account: (address: Address) => Promise<Pick<Account, 'kind'>>,
): Promise<Address[]> {
  const named = steps.flatMap(({ selector, to }) => (selector === SELECTORS.execTransaction && to ? [to] : []))
  const candidates = [...new Set(named)].slice(0, MAX_SAFES)
  const accounts = await Promise.all(candidates.map(account))
  return candidates.filter((_, at) => accounts[at]?.kind?.type === 'safe')
}

/**
 * Classifies what one account gets back for what it gives. `value`: a meaningful priced share. `unpriced`: assets without a
 * price, which any contract can print. `nothing`: nothing, or dust.
 */
function returnedFor(given: readonly Movement[], gained: readonly Movement[]): Loss['returned'] {
  const priced = given.some(({ usd }) => usd !== null)
  const gainedUsd = totalUsd(gained)
  const item = given.some(({ assetType }) => assetType === 'erc721' || assetType === 'erc1155')
  const enough = priced ? (totalUsd(given) * MEANINGFUL_PERCENT) / 100 : MEANINGFUL_USD[item ? 'item' : 'coin']
  if (gained.some(({ usd }) => usd !== null) && gainedUsd >= enough) return 'value'
  const unpriced = gained.filter(({ usd }) => usd === null)
  if (unpriced.some(({ assetType, amount }) => assetType === 'native' && amount >= MEANINGFUL_WEI)) return 'value'
  return unpriced.some(({ assetType }) => assetType !== 'native') ? 'unpriced' : 'nothing'
}

/** Whether pools price what arrives about as high as what was given. */
function isPooled(given: readonly Movement[], gained: readonly Movement[]): boolean {
  const worth = gained.reduce((sum, { usd, poolUsd }) => sum + (usd ?? poolUsd ?? 0), 0)
  return given.every(({ usd }) => usd !== null) && worth * 100 >= totalUsd(given) * POOLED_PERCENT
}

function totalUsd(movements: readonly Movement[]): number {
  return movements.reduce((sum, { usd }) => sum + (usd ?? 0), 0)
}

/**
 * Whether a decoded argument names the address. Only arguments of a matched ABI count: a signer cannot read the bytes behind
 * them, nor the arguments of an unknown function. Packed V3 paths are lists of addresses, other bytes are opaque.
 */
function isNamed(steps: readonly DecodedCall[], address: Address): boolean {
  return steps.some(({ args }) => contains(args, address.toLowerCase()))
}

function contains(value: unknown, address: string): boolean {
  if (typeof value === 'string') {
    const text = value.toLowerCase()
    if (text === address) return true
    return text.startsWith('0x') && isPath(text) && hopsOf(text).includes(address.slice(2))
  }
  if (Array.isArray(value)) return value.some((one) => contains(one, address))
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => contains(one, address))
}

function hopsOf(path: string): string[] {
  const hops: string[] = []
  for (let at = 2; at + 40 <= path.length; at += 46) hops.push(path.slice(at, at + 40))
  return hops
}
