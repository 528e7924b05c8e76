import type { Hex } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { NATIVE } from '../../simulation/flatRun.ts'
import type { CallOutcome } from '../../simulation/simulator.ts'

/** A word that a call returned or logged, and its place: the same event of another run has the same places. */
export type ToldWord = { place: string; word: Hex }

/** A word in the data of a later call that an earlier call told, such as the id of a request. `at`: words after the selector. */
export type CarriedWord = { call: Transaction; at: number; sources: { call: Transaction; place: string }[] }

const MAX_WORDS = 8
const WORD = /.{64}/g

/** Returns the words that a call returned and logged, the returned ones first. */
export function toldWords({ output, logs }: Pick<CallOutcome, 'output' | 'logs'>): ToldWord[] {
  const seen = new Map<string, number>()
  const returned = wordsIn(output?.slice(2) ?? '').map((word, at): ToldWord => ({ place: `output ${at}`, word }))
  const logged = logs.flatMap(({ address, topics, data }): ToldWord[] => {
    if (address === NATIVE) return []
    const event = `${address} ${topics[0] ?? ''}`
    const count = seen.get(event) ?? 0
    seen.set(event, count + 1)
    return [
      ...topics.slice(1).map((word, at) => ({ place: `${event} ${count} topic ${at}`, word })),
      ...wordsIn(data.slice(2)).map((word, at) => ({ place: `${event} ${count} data ${at}`, word })),
    ]
  })
  return [...returned, ...logged]
}

/** Returns the words of each call that an earlier one told, the latest source first. */
export function carriedWords(steps: readonly { call: Transaction; told: readonly ToldWord[] }[]): CarriedWord[] {
  return steps.flatMap(({ call }, index) => {
    const before = steps.slice(0, index).toReversed()
    return argumentWords(call.data).flatMap((word, at): CarriedWord[] => {
      const sources = before.flatMap((one) =>
        one.told.filter((own) => own.word === word).map(({ place }) => ({ call: one.call, place })),
      )
      return sources.length === 0 ? [] : [{ call, at, sources }]
    })
  })
}

/** Words of call data after the selector. */
export function argumentWords(data: Hex): Hex[] {
  return (data.slice(10).match(WORD) ?? []).map((word): Hex => `0x${word}`)
}

/** The call data with other words in some places. */
export function withWords(data: Hex, words: ReadonlyMap<number, Hex>): Hex {
  let place = 0
  const changed = data.slice(10).replaceAll(WORD, (own) => words.get(place++)?.slice(2) ?? own)
  return `${data.slice(0, 10)}${changed}` as Hex
}

function wordsIn(digits: string): Hex[] {
  return (digits.match(WORD) ?? []).slice(0, MAX_WORDS).map((word): Hex => `0x${word}`)
}
