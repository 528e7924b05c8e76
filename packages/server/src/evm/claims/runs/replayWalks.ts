import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { CallOutcome, Simulator } from '../../simulation/simulator.ts'
import { isMore } from './bestWalk.ts'
import { argumentWords, withWords } from './carriedWords.ts'
import type { Best, claimRuns, Walk, WalkOutcome, Watched } from './claimRuns.ts'

/** A walk as it was run: its own calls may carry other ids than the walk that was asked for. */
export type Replay = { walk: Walk; read: WalkOutcome; outcomes: readonly CallOutcome[] }

type Question = {
  block: PinnedBlock
  account: Address
  held: bigint
  runs: ReturnType<typeof claimRuns>
  watched: readonly Watched[]
  paid: Best
}

/** Steps of a withdrawal that each create the id of the next. */
const MAX_ROUNDS = 3
/** Words that one place may get. */
const MAX_CHOICES = 2
const MAX_PLACES = 3
/** Walks of one round that are run again. */
const MAX_AGAIN = 64

/**
 * Runs walks that make the withdrawal after other calls. Where less comes back, and a call of the withdrawal carries a word that an earlier call
 * of it creates, as the running id of a request, the walk is run again with the word that this call tells now. The run that pays most counts.
 * `users`: other accounts that make the same withdrawal, each with its own ids. Null where the engine gave no answer.
 */
export async function replayWalks(
  simulator: Pick<Simulator, 'simulateSequences'>,
  { block, account, held, runs, watched, paid }: Question,
  { walks, users = [] }: { walks: readonly Walk[]; users?: readonly Address[] },
  signal: AbortSignal,
): Promise<(Replay | null)[]> {
  const best = await run(walks)
  if (paid.carried.length === 0) return best
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const again = best.flatMap((one, at) => {
      const asked = walks[at]
      if (one === null || asked === undefined || isWhole(one)) return []
      return rewritten(asked, one).map((walk) => ({ at, walk }))
    })
    if (again.length === 0) break
    const tries = again.slice(0, MAX_AGAIN)
    const seen = await run(tries.map(({ walk }) => walk))
    let changed = false
    for (const [index, { at }] of tries.entries()) {
      const [one = null, old = null] = [seen[index], best[at]]
      if (one === null || old === null || !goesFurther(one, old)) continue
      best[at] = one
      changed = true
    }
    if (!changed) break
  }
  return best

  async function run(all: readonly Walk[]): Promise<(Replay | null)[]> {
    if (all.length === 0) return []
    const sequences = all.map((walk) => runs.sequenceOf(account, held, walk))
    const answers = await simulator.simulateSequences({ block, sequences, transfers: true, signal })
    return all.map((walk, at) => {
      const outcomes = answers[at] ?? null
      const read = runs.read(account, walk, outcomes)
      return read === null || outcomes === null ? null : { walk, read, outcomes }
    })
  }

  function isWhole({ read }: Replay): boolean {
    return watched.every((_, at) => (read.returned.at(-1)?.[at] ?? 0n) >= (paid.returned[at] ?? 0n))
  }

  /** Whether a run pays more, or as much in further steps. */
  function goesFurther({ read: a }: Replay, { read: b }: Replay): boolean {
    const [of, than] = [a.returned.at(-1) ?? [], b.returned.at(-1) ?? []]
    if (isMore(of, than, watched)) return true
    return !isMore(than, of, watched) && stepsIn(a) > stepsIn(b)
  }

  function stepsIn({ calls }: WalkOutcome): number {
    return calls.filter(({ call, success }) => success && call.from === account).length
  }

  /** Whether a call is one of the withdrawal, made by the depositor or by another user for itself. */
  function isSame(own: Transaction, { from, to, data }: Transaction): boolean {
    if (to !== own.to || (from !== account && !users.includes(from))) return false
    return data.replaceAll(from.slice(2), account.slice(2)) === own.data
  }

  /** The walk with the words that its calls told in a run of it, where they are others now. */
  function rewritten(asked: Walk, { walk, read }: Replay): Walk[] {
    const flat = asked.blocks.flatMap(({ calls }) => calls)
    const changes = flat.flatMap((call, index) =>
      paid.carried
        .filter((one) => isSame(one.call, call))
        .map(({ at, sources }) => ({ index, at, words: wordsNow(index, at, sources) }))
        .filter(({ words }) => words.length > 0),
    )
    const places = [...new Set(changes.map(({ at }) => at))].slice(0, MAX_PLACES)
    // A length or a flag may have the value of the id.
    const groups = places.length > 1 ? [places, ...places.map((one) => [one])] : [places]
    const made = groups.flatMap((group) =>
      Array.from({ length: MAX_CHOICES }, (_, choice): Walk => {
        const own = changes.filter(({ at }) => group.includes(at))
        let index = 0
        const blocks = asked.blocks.map((one) => ({
          ...one,
          calls: one.calls.map((call): Transaction => {
            const here = own.filter((change) => change.index === index)
            index++
            if (here.length === 0) return call
            const words = new Map(here.map(({ at, words: all }) => [at, all[Math.min(choice, all.length - 1)] as Hex]))
            return { ...call, data: withWords(call.data, words) }
          }),
        }))
        return { ...asked, blocks }
      }),
    )
    const known = dataOf(walk)
    return [...new Map(made.map((one) => [dataOf(one), one])).entries()].flatMap(([data, one]) =>
      data === known || data === dataOf(asked) ? [] : [one],
    )

    /** Other words than the call has that its sources, made by the same account before, told in the run. */
    function wordsNow(index: number, at: number, sources: readonly { call: Transaction; place: string }[]): Hex[] {
      const call = flat[index]
      const own = call === undefined ? undefined : argumentWords(call.data)[at]
      const words = sources.flatMap(({ call: source, place }) => {
        const made = flat.findLastIndex(
          (one, earlier) => earlier < index && one.from === call?.from && isSame(source, one),
        )
        return read.calls[made]?.told.find((one) => one.place === place)?.word ?? []
      })
      return [...new Set(words)].filter((word) => word !== own)
    }
  }
}

function dataOf({ blocks }: Walk): string {
  return blocks.map(({ calls }) => calls.map(({ data }) => data).join(' ')).join('\n')
}
