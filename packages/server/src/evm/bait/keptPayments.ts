import type { Address } from '@redoubt/risk/address.ts'
import type { CoinTrap } from '@redoubt/risk/facts/coinTrap.ts'
import type { CallFrame, Simulation } from '@redoubt/risk/facts/execution.ts'
import { NATIVE } from '../simulation/flatRun.ts'
import { answersOf, type BaitCall, baitCalls, phraseOf, pricesOf } from './baitCalls.ts'
import { cameBack, type Game, trapCall, withdrawn } from './game.ts'
import { netOf, type Play } from './playground.ts'

/** A payment that came back when executed. */
export type Rewarded = { call: BaitCall; value: bigint; seconds: bigint }

const MAX_TRIES = 90
/** Accepted payments that are made again at other times: a block decides many games. */
const MAX_REPEATED = 24
/** Seconds to the second round; the later ones are further and further apart. */
const LATER = 25n
/** Payments in all before “each was lost” is said, and the least times of each. */
const MIN_TRIES = 96
const MIN_TIMES = 6
const ACCOUNT = (1n << 160n) - 1n
const MAX_PRECOMPILE = 0xffffn
const MAX_FOLLOWED = 3
/** Answers from which “each loses” is said. */
const MIN_ANSWERS = 4

/** Functions that ask for coins, can pay their caller, and lost every payment that was executed. */
export async function keptPayments(game: Game): Promise<{ traps: CoinTrap[]; rewarded: Rewarded[] }> {
  const traps: CoinTrap[] = []
  const rewarded: Rewarded[] = []
  for (const made of game.asks) {
    if (made.priced !== true) continue
    const isOffer = made.paysCaller === true
    const found = await tried(game, waysOf(game, made), { isOffer })
    rewarded.push(...found.rewarded)
    if (found.rewarded.length > 0 || found.accepted.length === 0) continue
    const trap = await lost(game, found.accepted, { isOffer, answers: found.answers })
    if (trap !== null) traps.push(trap)
  }
  return { traps, rewarded }
}

type Way = { call: BaitCall; value: bigint }

function waysOf({ words, payer }: Game, made: Game['asks'][number]): Way[] {
  const phrase = phraseOf(payer)
  const prices = pricesOf(made, words)
  const calls = baitCalls(made, { account: payer, numbers: answersOf(words, phrase), phrase })
  const amounts = prices.flatMap((value) =>
    baitCalls(made, { account: payer, numbers: [value, value / 2n], phrase }).map((call) => ({ call, value })),
  )
  const each = prices.flatMap((value) => calls.map((call) => ({ call, value })))
  const known = new Map([...amounts, ...each].map((way) => [`${way.call.data} ${way.value}`, way]))
  return [...known.values()].slice(0, MAX_TRIES)
}

/** Payments that the contract accepts, and those of them that come back, at several times. */
async function tried({ playground, payer }: Game, ways: readonly Way[], { isOffer }: { isOffer: boolean }) {
  const playOf =
    (seconds: bigint) =>
    ({ call, value }: Way): Play => ({ calls: [{ by: payer, call, value, seconds }], payment: 0 })
  const accepted: Way[] = []
  const rewarded: Rewarded[] = []
  const note = async (some: readonly Way[], seconds: bigint, isFirst: boolean) => {
    const played = await playground.play(some.map(playOf(seconds)), { isBaited: true })
    for (const [index, way] of some.entries()) {
      const one = played[index]
      if (!one?.accepted) continue
      if (cameBack(one.net, way.value)) rewarded.push({ ...way, seconds })
      else if (isFirst) accepted.push(way)
    }
  }
  await note(ways, 0n, true)
  const repeated = accepted.slice(0, MAX_REPEATED)
  const times = Math.max(MIN_TIMES, Math.ceil(MIN_TRIES / Math.max(repeated.length, 1)))
  if (isOffer)
    for (let time = 1; time <= times && rewarded.length === 0 && repeated.length > 0; time++)
      await note(repeated, LATER * BigInt(time * time), false)
  const answers = new Set(accepted.flatMap(({ call }) => call.number ?? []))
  return { accepted, rewarded, answers: answers.size }
}

async function lost(
  game: Game,
  accepted: readonly Way[],
  { isOffer, answers }: { isOffer: boolean; answers: number },
): Promise<CoinTrap | null> {
  const { playground, payer, address } = game
  const followed = accepted.slice(0, MAX_FOLLOWED)
  const plays = followed.map(({ call, value }): Play => {
    return { calls: [{ by: payer, call, value, seconds: 0n }, ...withdrawn(game, payer, value)], payment: 0 }
  })
  const played = await playground.play(plays, { isBaited: true })
  if (followed.some(({ value }, index) => played[index] == null || cameBack(played[index].net, value))) return null
  const [first] = followed
  const outcome = played[0]?.outcomes[0]
  if (first === undefined || outcome === undefined) return null
  // What was logged is in the books.
  if (outcome.logs.some((log) => log.address !== NATIVE)) return null
  const run = await traced(game, first)
  if (!run.success || run.trace === null || (await asksNothingness(game, run.trace))) return null
  const written = Object.entries(run.stateDiff).flatMap(([at, { storage }]) =>
    Object.values(storage).map(({ before, after }) => ({
      at: at as Address,
      before: BigInt(before),
      after: BigInt(after),
    })),
  )
  const isElsewhere = written.some(({ at }) => at !== address)
  // The payer takes the place of a key, and nothing else is written: a bid writes its amount, a list of players has none to replace.
  const named = new Set(game.keys.map(BigInt))
  const [only] = written
  const takesPlace = written.length === 1 && only?.after === BigInt(payer) && named.has(only.before & ACCOUNT)
  const isSilent = written.length === 0
  // It would write something down for another payment, which none of the prices and answers that it shows is.
  const isClosed = isSilent && first.call.made.writes.length > 0
  const kind =
    isSilent && (isOffer || isClosed)
      ? 'kept'
      : isElsewhere
        ? null
        : isOffer && answers >= MIN_ANSWERS
          ? 'unwinnable'
          : takesPlace
            ? 'no-control'
            : null
  if (kind === null) return null
  const taker = await takerOf(game, first)
  // A payment without an offer, or that writes its sender down, is a mistake or a gift, unless another account gets it.
  if ((!isOffer || kind === 'no-control') && taker === null) return null
  return {
    kind,
    ...trapCall(first.call, first.value),
    accepted: accepted.length,
    by: null,
    isNamed: false,
    call: null,
    taker,
  }
}

function traced({ playground, simulator, block, payer, signal }: Game, { call, value }: Way): Promise<Simulation> {
  const { blocks, stateOverrides = {} } = playground.sequenceOf([{ by: payer, call, value }], true)
  const [transaction] = blocks[0]?.calls ?? []
  if (transaction === undefined) throw new Error('a play has a call')
  return simulator.simulate({ block, transaction, stateOverrides, environments: 'none', signal })
}

/** Whether a payment asks a contract that is not there: what it would answer is not known. */
async function asksNothingness(game: Pick<Game, 'chain' | 'block' | 'signal'>, { calls }: CallFrame): Promise<boolean> {
  for (const call of calls) {
    const isQuestion = call.input.length >= 10 && call.to !== null && BigInt(call.to) > MAX_PRECOMPILE
    if (isQuestion && call.to !== null && (await game.chain.code(game.block, call.to, game.signal)) === '0x')
      return true
    if (await asksNothingness(game, call)) return true
  }
  return false
}

/** The account that can take what was paid: a key that the contract names, or one that was paid at once. */
async function takerOf(game: Game, { call, value }: Way): Promise<Address | null> {
  const { playground, payer, keys } = game
  const plays = keys.map((key): Play => {
    return { calls: [{ by: payer, call, value, seconds: 0n }, ...withdrawn(game, key, value)], payment: 0 }
  })
  const played = await playground.play(plays, { isBaited: false })
  for (const [index, key] of keys.entries()) {
    const outcomes = played[index]?.outcomes
    if (outcomes !== undefined && outcomes[0]?.success === true && netOf(outcomes, key) * 2n >= value) return key
  }
  return null
}
