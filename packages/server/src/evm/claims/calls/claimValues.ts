import type { Address, Hex } from '@redoubt/risk/address.ts'
import { accountsIn } from '@redoubt/risk/derive/accountsIn.ts'
import { creditOf } from '@redoubt/risk/derive/creditOf.ts'
import type { Loss, Movement } from '@redoubt/risk/derive/shapes.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Simulation, StateDiff } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { NETWORKS } from '../../../chains/index.ts'
import { words } from '../../trade/trader.ts'
import type { Watched } from '../runs/claimRuns.ts'
import { COIN_NAMES, type ExitValues, idsAmong, idsOf } from './exitCalls.ts'
import type { Payer } from './readPayer.ts'

export type ClaimQuestion = {
  transaction: Transaction
  simulation: Simulation
  /** Assets of one account that leave without a return. */
  losses: readonly Loss[]
  gained: readonly Movement[]
  /** Contracts that may pay back: takers, callees, issuers of receipts. */
  contracts: readonly Address[]
  /** The contracts pass the payment on, and write down who paid: only what they owe for it is looked for. */
  isPassedOn?: boolean
  /** It is about what is owed, and not about what left. */
  owing?: boolean
}

const GAS = 900_000n
/** Below it a word counts, above it a word is packed. */
const MIN_SHARES = 2n
const MAX_SHARES = 2n ** 128n
const MAX_SHARE_SUMS = 2
/** Bits of half a word. */
const HALF = 128
const MAX_UINT = 2n ** 256n - 1n
/** Length of call data of a selector and one word, as text. */
const FIRST_WORD = 74
/** Above it a number is an amount. */
const MAX_INDEX = 10_000n
/** Percent of a loan that its repayment may cost. */
const REPAID_PERCENT = 101n

export function valuesOf(
  { transaction, simulation, losses, gained, contracts }: ClaimQuestion,
  account: Address,
): ExitValues {
  const tokens = losses.flatMap(({ address }) => address ?? [])
  const items = [...losses, ...gained].flatMap(({ tokenId }) => tokenId ?? [])
  const shares = gained.filter((one) => one.account === account && contracts.includes(one.address ?? account))
  const loans = gained.filter(({ account: own, tokenId, usd }) => own === account && tokenId === null && usd !== null)
  const credits = losses.map((loss) => creditOf(simulation.stateDiff, { ...loss, takers: [...contracts] }))
  const sums = losses.filter(({ tokenId }) => tokenId === null).map(({ amount }) => amount)
  const amounts = [
    // Too much is refused; too little is paid, and then the whole is refused.
    ...[
      ...shares.filter(({ tokenId }) => tokenId === null).map(({ amount }) => amount),
      ...sums.slice(0, 1),
      ...sharesIn(simulation.stateDiff, contracts, sums),
    ].toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)),
    ...sums.slice(1),
    ...credits.filter((credit) => credit > 0n),
    ...loans.map(({ amount }) => amount),
    MAX_UINT,
  ]
  return {
    account,
    // Contracts that hold several assets name the coin by an address, too.
    contracts: tokens.length === 0 ? [...COIN_NAMES.slice(0, 1), ...contracts] : [...tokens, ...contracts],
    amounts: [...new Set(amounts)],
    receipts: shares.filter(({ tokenId }) => tokenId === null).map(({ amount }) => amount),
    ids: [
      ...new Set([
        ...items,
        ...idsOf(simulation.trace, contracts),
        ...countersIn(simulation.stateDiff, contracts),
        ...hashesIn(transaction),
      ]),
    ],
    named: accountsIn(transaction).filter(
      (one) => one !== account && !tokens.includes(one) && !contracts.includes(one),
    ),
    called: null,
  }
}

/** Words that the execution raised by one, after and before: ids of what it made that it neither returned nor logged. */
export function countersIn(diff: StateDiff, contracts: readonly Address[]): bigint[] {
  const changes = contracts.flatMap((contract) => Object.values(diff[contract]?.storage ?? {}))
  const raised = changes.map(({ before, after }) => [BigInt(before), BigInt(after)] as const)
  return idsAmong(
    raised.filter(([before, after]) => after === before + 1n).flatMap(([before, after]) => [after, before]),
  )
}

/**
 * Amounts other than what left by which the execution raised two words: the owner's shares and their total, wherever the contract
 * keeps them.
 */
export function sharesIn(diff: StateDiff, contracts: readonly Address[], left: readonly bigint[]): bigint[] {
  const raised = contracts
    .flatMap((contract) => Object.values(diff[contract]?.storage ?? {}))
    .flatMap(raisesOf)
    .filter((amount) => amount >= MIN_SHARES && amount < MAX_SHARES && !left.includes(amount))
  return [...new Set(raised.filter((amount, at) => raised.indexOf(amount) !== at))].slice(0, MAX_SHARE_SUMS)
}

/** By how much a word rose, and each half of it: two sums of 128 bits are often kept in one word. */
function raisesOf({ before, after }: { before: Hex; after: Hex }): bigint[] {
  const [old, now] = [BigInt(before), BigInt(after)]
  const halves = [BigInt.asUintN(HALF, now) - BigInt.asUintN(HALF, old), (now >> BigInt(HALF)) - (old >> BigInt(HALF))]
  const whole = now - old
  return whole === halves[0] ? [whole] : [whole, ...halves]
}

/** A small number that comes first in a call: the pool or the entry of a list that it is about. */
export function indicesIn({ data, calls = [] }: Transaction): bigint[] {
  const all = [data, ...calls.map((one) => one.data)].filter((one) => one.length >= FIRST_WORD)
  return [...new Set(all.map((one) => BigInt(`0x${one.slice(10, FIRST_WORD)}`)))].filter((one) => one < MAX_INDEX)
}

/** Hashes in the call data: what a deposit was made under is often what its refund asks for. */
function hashesIn({ data, calls = [] }: Transaction): bigint[] {
  const all = [data, ...calls.map((one) => one.data)].flatMap((one) => one.slice(10).match(/.{64}/g) ?? [])
  return idsAmong(all.map((one) => BigInt(`0x${one}`)).filter((one) => one >> 168n !== 0n))
}

/** The call of the account to the contract, with the types of its arguments. */
export function calledBy({ transaction }: ClaimQuestion, { address, functions }: Payer): ExitValues['called'] {
  const call = [transaction, ...(transaction.calls ?? [])].find(({ to }) => to === address)
  if (call === undefined) return null
  const made = functions.find(({ selector }) => call.data.startsWith(selector))
  if (made === undefined) return null
  const { signature, arguments: recovered } = made
  const types = signature === null ? recovered : signature.slice(signature.indexOf('(') + 1, -1)
  return { types, data: call.data }
}

/** The deposit again, which may begin a lock anew. */
export function isRepetition(
  { transaction }: Pick<ClaimQuestion, 'transaction'>,
  { address }: Payer,
  { selector }: ContractFunction,
): boolean {
  return [transaction, ...(transaction.calls ?? [])].some(({ to, data }) => to === address && data.startsWith(selector))
}

/** Receipts that another contract redeems must be approved to it, and what was borrowed, for its repayment. */
export function approvalsFor(
  receipts: readonly Movement[],
  { account, contract }: { account: Address; contract: Address },
): Transaction[] {
  return receipts
    .filter(({ address }) => address !== contract)
    .slice(0, 2)
    .map(({ address, tokenId, amount, usd }) =>
      callOf(
        account,
        address as Address,
        tokenId !== null
          ? words('0xa22cb465', contract, true)
          : words('0x095ea7b3', contract, usd === null ? MAX_UINT : (amount * REPAID_PERCENT) / 100n),
      ),
    )
}

export function callOf(from: Address, to: Address, data: Hex): Transaction {
  return { from, to, value: 0n, data, gas: GAS }
}

export function watchedOf({ address, assetType, tokenId, amount, usd }: Loss, { chain }: PinnedBlock): Watched {
  const { quoteTokens, tokens } = NETWORKS[chain]
  const wrapped = (quoteTokens[0]?.address.toLowerCase() ?? null) as Address | null
  const same = address === null ? (wrapped === null ? [] : [wrapped]) : address === wrapped ? [null] : []
  // A pool's price may be the thief's own.
  const isTrusted = address === null || tokens.some((token) => token.address.toLowerCase() === address)
  return { asset: address, assetType, tokenId, amount, usd: isTrusted ? usd : null, same }
}
