import type { Address } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { TrapCall } from '@redoubt/risk/facts/coinTrap.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator } from '../simulation/simulator.ts'
import { answersOf, type BaitCall, baitCalls, phraseOf } from './baitCalls.ts'
import type { Move, Playground } from './playground.ts'

/** A contract that is played, and the accounts that play. */
export type Game = {
  address: Address
  block: PinnedBlock
  signal: AbortSignal
  chain: Pick<ChainSource, 'code'>
  simulator: Simulator
  playground: Playground
  /** Functions that may change something, and those of them that anyone may pay. */
  changing: readonly ContractFunction[]
  asks: readonly ContractFunction[]
  /** Words of the first slots. */
  words: readonly bigint[]
  payer: Address
  /** A visitor who came before. */
  earlier: Address
  keys: readonly Address[]
}

const HOUR = 3_600n
const DAY = 86_400n
/** Seconds from one round of withdrawals to the next. */
const ROUNDS = [12n, HOUR + 12n, 2n * DAY, 400n * DAY]
const MAX_WITHDRAWALS = 20

/** Percent of a payment from which it came back. */
const BACK_PERCENT = 10n

/** Calls without coins of every function that can pay its caller, or is named by none: what a player would try to get coins back. */
function withdrawalsOf({ changing }: Game, by: Address, paid: bigint): BaitCall[] {
  const phrase = phraseOf(by)
  return changing
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .flatMap((made) =>
      baitCalls(made, { account: by, numbers: [paid, paid / 2n, answersOf([], phrase)[0] ?? 0n, 0n, 1n], phrase }),
    )
    .slice(0, MAX_WITHDRAWALS)
}

/** Functions that can pay first. */
function rankOf({ paysCaller, sendsNative }: ContractFunction): number {
  return paysCaller === true ? 0 : sendsNative ? 1 : 2
}

/** Withdrawals by an account at once, and in later rounds. */
export function withdrawn(game: Game, by: Address, paid: bigint): Move[] {
  const calls = withdrawalsOf(game, by, paid)
  return ROUNDS.flatMap((seconds) =>
    calls.map((call, index): Move => ({ by, call, value: 0n, ...(index === 0 && { seconds }) })),
  )
}

/** Whether a payer got a part of the payment back, or more than it. */
export function cameBack(net: bigint, paid: bigint): boolean {
  return (net + paid) * 100n >= paid * BACK_PERCENT
}

export function trapCall({ made, data, args }: BaitCall, value: bigint): TrapCall {
  return { selector: data.slice(0, 10) as TrapCall['selector'], signature: made.signature, args, value }
}
