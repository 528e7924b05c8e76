import type { Address } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { CoinTrap } from '@redoubt/risk/facts/coinTrap.ts'
import { transfersOf } from '../decode/emittedLogs.ts'
import { NATIVE } from '../simulation/flatRun.ts'
import type { CallOutcome } from '../simulation/simulator.ts'
import { type BaitCall, baitCalls, hashOf, phraseOf, pricesOf } from './baitCalls.ts'
import { cameBack, type Game, trapCall, withdrawn } from './game.ts'
import type { Play } from './playground.ts'

/** A payment without a function. */
const PLAIN: ContractFunction = {
  selector: '0x',
  signature: 'receive()',
  arguments: '',
  mutability: 'payable',
  reads: [],
  writes: [],
  gated: false,
  gatedBy: [],
  balanceWrites: [],
  asks: [],
  sendsNative: false,
}

/**
 * Deposits whose withdrawal by the depositor pays another account, and that no other caller could have sent there: the code confuses the
 * receiver, or hides it.
 */
export async function misdirectedWithdrawals(game: Game): Promise<CoinTrap[]> {
  const { playground, payer, earlier, words, asks, address } = game
  const phrase = phraseOf(payer)
  const entries = [PLAIN, ...asks.filter(({ writes }) => writes.length > 0)].flatMap((made) =>
    pricesOf(made, words).flatMap((value) =>
      baitCalls(made, { account: payer, numbers: [value, hashOf(phrase)], phrase }).map((call) => ({ call, value })),
    ),
  )
  const playsBy = (by: Address) =>
    entries.map(({ call, value }): Play => {
      return { calls: [{ by: payer, call, value, seconds: 0n }, ...withdrawn(game, by, value)], payment: 0 }
    })
  const [own, others] = [
    await playground.play(playsBy(payer), { isBaited: false }),
    await playground.play(playsBy(earlier), { isBaited: false }),
  ]
  for (const [index, { call, value }] of entries.entries()) {
    const [played, control] = [own[index], others[index]]
    if (!played?.accepted || control == null || cameBack(played.net, value)) continue
    const [taken, withoutPayer] = [paidOut(played.outcomes, value), paidOut(control.outcomes, value)]
    if (taken === null || withoutPayer !== null) continue
    const withdrawal = withdrawalAt(game, value, taken.at)
    return [
      {
        kind: 'misdirected',
        ...trapCall(call, value),
        accepted: 1,
        by: payer,
        isNamed: false,
        call: withdrawal === null ? null : trapCall(withdrawal, 0n),
        taker: taken.to,
      },
    ]
  }
  return []

  /** The account that a call after the payment paid most of it to. */
  function paidOut(outcomes: readonly CallOutcome[], value: bigint): { at: number; to: Address } | null {
    for (const [at, { logs }] of outcomes.entries()) {
      if (at === 0) continue
      const out = transfersOf(logs.map((log) => ({ ...log, selector: '0x' as const }))).find(
        ({ token, from, to, amount }) => token === NATIVE && from === address && to !== payer && amount * 2n >= value,
      )
      if (out !== undefined) return { at, to: out.to }
    }
    return null
  }
}

function withdrawalAt(game: Game, value: bigint, at: number): BaitCall | null {
  return withdrawn(game, game.payer, value)[at - 1]?.call ?? null
}
