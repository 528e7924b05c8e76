import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { transfersOf } from '../decode/emittedLogs.ts'
import { NATIVE } from '../simulation/flatRun.ts'
import type { CallOutcome, Sequence, Simulator, StateOverrides } from '../simulation/simulator.ts'
import type { BaitCall } from './baitCalls.ts'

/** Accounts of a search, each with coins of its own. */
export type Players = { payer: Address; earlier: Address }

/** A play: calls in a row, the payment among them at `payment`, and what came of it. */
export type Play = { calls: readonly Move[]; payment: number }
export type Move = { by: Address; call: BaitCall; value: bigint; seconds?: bigint }
/** `accepted`: the payment went through. `net`: wei that the payer has more than before; `left`: of it, what was paid. */
export type Played = { accepted: boolean; net: bigint; outcomes: CallOutcome[] }

const GAS = 1_000_000n
const CHUNK = 40
const COIN = 10n ** 18n
const HELD = 1_000n * COIN

/** Executes plays of a contract side by side, with coins in it. */
export function createPlayground(
  simulator: Simulator,
  {
    block,
    address,
    players,
    bait,
    signal,
  }: { block: PinnedBlock; address: Address; players: readonly Address[]; bait: bigint; signal: AbortSignal },
) {
  const held = Object.fromEntries(players.map((one) => [one, { balance: HELD }]))
  const overrides = (isBaited: boolean): StateOverrides => ({
    ...held,
    ...(isBaited && { [address]: { balance: bait } }),
  })
  const asCall = ({ by, call: { data }, value }: Move): Transaction => ({
    from: by,
    to: address,
    value,
    data,
    gas: GAS,
  })
  const sequenceOf = (moves: readonly Move[], isBaited: boolean): Sequence => {
    const blocks: { calls: Transaction[]; seconds?: bigint }[] = []
    for (const move of moves) {
      const last = blocks.at(-1)
      if (last === undefined || move.seconds !== undefined)
        blocks.push({ calls: [asCall(move)], ...(move.seconds !== undefined && { seconds: move.seconds }) })
      else last.calls.push(asCall(move))
    }
    return { blocks, stateOverrides: overrides(isBaited) }
  }
  return {
    sequenceOf,
    /** Null: the engine refused one. @throws like the simulator. */
    async play(plays: readonly Play[], { isBaited }: { isBaited: boolean }): Promise<(Played | null)[]> {
      const all: (Played | null)[] = []
      for (let at = 0; at < plays.length; at += CHUNK) {
        signal.throwIfAborted()
        const row = plays.slice(at, at + CHUNK)
        const sequences = row.map(({ calls }) => sequenceOf(calls, isBaited))
        const outcomes = await simulator.simulateSequences({ block, sequences, transfers: true, signal })
        for (const [index, play] of row.entries()) all.push(playedOf(play, outcomes[index] ?? null))
      }
      return all
    },
  }
}

export type Playground = ReturnType<typeof createPlayground>

/** Wei that an account has more after calls than before them. */
export function netOf(outcomes: readonly CallOutcome[], account: Address): bigint {
  const moved = outcomes.flatMap(({ logs }) => transfersOf(logs.map((log) => ({ ...log, selector: '0x' as const }))))
  return moved.reduce(
    (sum, { token, from, to, amount }) =>
      token === NATIVE ? sum + (to === account ? amount : 0n) - (from === account ? amount : 0n) : sum,
    0n,
  )
}

function playedOf({ calls, payment }: Play, outcomes: CallOutcome[] | null): Played | null {
  const by = calls[payment]?.by
  if (outcomes === null || by === undefined) return null
  return { accepted: outcomes[payment]?.success === true, net: netOf(outcomes, by), outcomes }
}
