import type { Address } from '@redoubt/risk/address.ts'
import type { CoinTrap } from '@redoubt/risk/facts/coinTrap.ts'
import { NATIVE } from '../simulation/flatRun.ts'
import { answersOf, type BaitCall, baitCalls, phraseOf, pricesOf } from './baitCalls.ts'
import { cameBack, type Game, trapCall, withdrawn } from './game.ts'
import type { Rewarded } from './keptPayments.ts'
import { type Move, netOf, type Play } from './playground.ts'

const MAX_ENTRIES = 3
const MAX_SETTINGS = 60
/** Rewarded payments of one game that are repeated after a setting. */
const MAX_REWARDED = 6
/** Times at which a game is played before and after a setting, in seconds, and the least that pay before it: else it may be chance. */
const GAME_TIMES = Array.from({ length: 24 }, (_, index) => 25n + 37n * BigInt(index))
const MIN_WON = 6
/** Percent of a payment that comes back where it was a deposit or a game that pays. */
const RETURNED_PERCENT = 50n

type Entry = { call: BaitCall; value: bigint; seconds: bigint }
type Setting = { moves: Move[]; by: Address; last: Move; isNamed: boolean }

/**
 * Payments that come back, at once or by a withdrawal, unless an earlier visitor or a key made a call before: then the contract still
 * accepts them, and pays nothing back.
 */
export async function switchedPayments(game: Game, rewarded: readonly Rewarded[]): Promise<CoinTrap[]> {
  const games = Map.groupBy(rewarded, ({ call }) => call.made)
  const entries: Entry[][] = [...games.values()].map((ones) => ones.slice(0, MAX_REWARDED))
  entries.push(...(await returningEntries(game, new Set(games.keys()))).map((one) => [one]))
  for (const plays of entries.slice(0, MAX_ENTRIES)) {
    const found = await afterSettings(game, plays)
    if (found !== null) return [found]
  }
  return []
}

/** Payments of functions that pay nothing by themselves, and that a withdrawal of the payer returns. */
async function returningEntries(game: Game, known: ReadonlySet<BaitCall['made']>): Promise<Entry[]> {
  const { playground, payer, words } = game
  const phrase = phraseOf(payer)
  const found: Entry[] = []
  for (const made of game.asks) {
    if (known.has(made) || made.writes.length === 0) continue
    const ways = pricesOf(made, words).flatMap((value) =>
      baitCalls(made, { account: payer, numbers: [...answersOf([], phrase).slice(0, 1), value, 0n], phrase }).map(
        (call): Entry => ({ call, value, seconds: 0n }),
      ),
    )
    const played = await playground.play(
      ways.map((way) => playOf(game, way, [])),
      { isBaited: false },
    )
    const way = ways.find(({ value }, index) => played[index]?.accepted === true && returned(played[index].net, value))
    if (way !== undefined) found.push(way)
    if (found.length === MAX_ENTRIES) break
  }
  return found
}

async function afterSettings(game: Game, plays: readonly Entry[]): Promise<CoinTrap | null> {
  const [first] = plays
  if (first === undefined) return null
  const isGame = first.call.made.paysCaller === true
  const tries = isGame ? await gamesOf(game, first) : plays
  if (tries.length === 0) return null
  for (const setting of settingsOf(game, first)) {
    if (!(await areLost(game, tries.slice(0, 1), { setting, isGame }))) continue
    if (!(await areLost(game, tries, { setting, isGame }))) continue
    if (!(await leavesNothing(game, first, { setting, isGame }))) continue
    const taker = await takerOf(game, first, setting)
    if (taker === null) continue
    const { by, last, isNamed } = setting
    return {
      kind: 'switched-off',
      ...trapCall(first.call, first.value),
      accepted: tries.length,
      by,
      isNamed,
      call: trapCall(last.call, last.value),
      taker,
    }
  }
  return null
}

/** A game at many times; none where it rarely pays, so that losses may be chance. */
async function gamesOf(game: Game, { call, value }: Entry): Promise<Entry[]> {
  const tries = GAME_TIMES.map((seconds): Entry => ({ call, value, seconds }))
  const plays = tries.map((one): Play => ({ calls: [{ by: game.payer, ...one }], payment: 0 }))
  const played = await game.playground.play(plays, { isBaited: true })
  const won = played.filter((one) => one?.accepted === true && cameBack(one.net, value)).length
  return won < MIN_WON ? [] : tries
}

/** Whether the payment after a setting writes and logs nothing: what is in the books may be paid by a call that was not tried. */
async function leavesNothing(
  { playground, simulator, block, payer, signal }: Game,
  { call, value }: Entry,
  { setting: { moves }, isGame }: { setting: Setting; isGame: boolean },
): Promise<boolean> {
  const calls = [...moves, { by: payer, call, value }]
  const [played] = await playground.play([{ calls, payment: moves.length }], { isBaited: isGame })
  if (played?.outcomes.at(-1)?.logs.every((log) => log.address === NATIVE) !== true) return false
  const diffs = await simulator.stateDiffs({ block, sequence: playground.sequenceOf(calls, isGame), signal })
  return Object.values(diffs.at(-1) ?? {}).every(({ storage }) => Object.keys(storage).length === 0)
}

/** Whether the contract accepts all of the payments after a setting, and pays nothing back. */
async function areLost(
  game: Game,
  tries: readonly Entry[],
  { setting: { moves }, isGame }: { setting: Setting; isGame: boolean },
): Promise<boolean> {
  const played = await game.playground.play(
    tries.map((way) => playOf(game, way, moves)),
    { isBaited: isGame },
  )
  return tries.every(({ value }, index) => {
    const one = played[index]
    return one?.accepted === true && !cameBack(one.net, value)
  })
}

/** Calls by which an earlier visitor, or a key, may have prepared the contract. */
function settingsOf(game: Game, { call: { made }, value }: Entry): Setting[] {
  const { changing, earlier, keys } = game
  const settings: Setting[] = []
  const waysOf = (by: Address, one: BaitCall['made']) => {
    const phrase = phraseOf(by)
    return baitCalls(one, { account: by, numbers: [...answersOf([], phrase).slice(0, 1), 0n, 1n], phrase }).slice(0, 2)
  }
  const entered = [value, 0n].flatMap((paid) =>
    waysOf(earlier, made)
      .slice(0, 1)
      .map((call): Move => ({ by: earlier, call, value: paid })),
  )
  for (const entry of entered) {
    settings.push({ moves: [entry], by: earlier, last: entry, isNamed: false })
    for (const one of changing) {
      if (one === made) continue
      for (const call of waysOf(earlier, one)) {
        const last: Move = { by: earlier, call, value: 0n }
        settings.push({ moves: [entry, last], by: earlier, last, isNamed: false })
      }
    }
  }
  const setters = changing.filter((one) => one !== made && one.writes.length > 0)
  for (const first of setters)
    for (const second of setters.filter((one) => one !== first)) {
      const moves = [first, second].flatMap((one) =>
        waysOf(earlier, one)
          .slice(0, 1)
          .map((call): Move => ({ by: earlier, call, value: 0n })),
      )
      const last = moves.at(-1)
      if (last !== undefined) settings.push({ moves, by: earlier, last, isNamed: false })
    }
  const named: Setting[] = keys.flatMap((by) =>
    changing.flatMap((one) =>
      waysOf(by, one).map((call): Setting => {
        const last: Move = { by, call, value: 0n }
        return { moves: [last], by, last, isNamed: true }
      }),
    ),
  )
  return [...named, ...settings].slice(0, MAX_SETTINGS)
}

function playOf(game: Game, { call, value, seconds }: Entry, before: readonly Move[]): Play {
  const { payer } = game
  return {
    calls: [...before, { by: payer, call, value, seconds }, ...withdrawn(game, payer, value)],
    payment: before.length,
  }
}

/** The account that takes the payment after the setting. */
async function takerOf(game: Game, { call, value, seconds }: Entry, { moves, by }: Setting): Promise<Address | null> {
  const { playground, payer, keys, earlier } = game
  const takers = [...new Set([by, earlier, ...keys])]
  const plays = takers.map((taker): Play => {
    const calls = [...moves, { by: payer, call, value, seconds }, ...withdrawn(game, taker, value)]
    return { calls, payment: moves.length }
  })
  const played = await playground.play(plays, { isBaited: false })
  for (const [index, taker] of takers.entries()) {
    const one = played[index]
    if (one?.accepted === true && netOf(one.outcomes.slice(moves.length + 1), taker) * 2n >= value) return taker
  }
  return null
}

function returned(net: bigint, paid: bigint): boolean {
  return (net + paid) * 100n >= paid * RETURNED_PERCENT
}
