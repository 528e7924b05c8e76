import type { Untrusted } from './devtools.ts'
import { findSpot } from './findSpot.ts'
import { evaluate } from './inPage.ts'
import { pageScript } from './pageScript.ts'
import type { PageUse } from './pageUse.ts'
import { pressKey, pressSpot } from './pointer.ts'

/** Fields of a page that asks for a few words at a time, at most. */
const MAX_FIELDS = 4
const MAX_ELEMENTS = 2_000
/** A page that keeps its field as it is wants another word. */
const MAX_REFUSALS = 2
/** Nothing moved for that long after a word, in milliseconds. */
const QUIET_MS = 50

/**
 * Goes through a page that asks for one or a few words at a time, in steps or over several pages: with ordinary words first, then with a
 * recovery phrase. Ends where the page takes no more. False where time was over before that.
 */
export async function typeWords(
  use: PageUse,
  { begin, isOver }: { begin(): void; isOver(): boolean },
): Promise<boolean> {
  const { devtools, window, marks, read, settle, step, typing } = use
  const own = [...marks.sentences.flat(), ...marks.phrases.flat(), marks.key, marks.password]
  let isWhole = true
  let wasTaken = false
  for (const kind of ['sentence', 'phrase'] as const) {
    const words = marks[kind]
    let at = 0
    let refusals = 0
    // What stands in the field was refused, or is what the page was tried with before.
    let again = true
    typing(kind)
    while (at < words.length && refusals < MAX_REFUSALS && !isOver()) {
      const { typed, fields } = await type(words.slice(at), again)
      if (fields === 0) break
      if (typed === 0) {
        refusals++
        again = true
        continue
      }
      again = false
      at += typed
      begin()
      const spot = await step(findSpot(use))
      await step(spot === null ? pressKey(use, 'Enter') : pressSpot(use, spot))
      await settle(QUIET_MS)
    }
    // Words that were begun and not ended, or a phrase that had no time after the words before it.
    isWhole &&= !(isOver() && at < words.length && refusals < MAX_REFUSALS && (at > 0 || wasTaken))
    wasTaken ||= at > 0
    if (at > 1) {
      await settle()
      await read()
    }
  }
  typing(null)
  return isWhole

  async function type(words: readonly string[], again: boolean): Promise<{ typed: number; fields: number }> {
    const script = pageScript('typeWord', { words, own, again, most: MAX_FIELDS, maxElements: MAX_ELEMENTS })
    const { typed, fields } = ((await step(evaluate(devtools, window, script))) ?? {}) as Untrusted
    return { typed: typeof typed === 'number' ? typed : 0, fields: typeof fields === 'number' ? fields : 0 }
  }
}
