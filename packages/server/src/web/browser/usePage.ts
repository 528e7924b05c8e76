import { ACCOUNT_FIELD, KEY_FIELD, LENGTH_FIELD, PHRASE_FIELD, SECRET_FIELD } from './accountField.ts'
import { CARD_CODE_FIELD, CARD_EXPIRY_FIELD, CARD_NUMBER_FIELD } from './cardField.ts'
import { childFrames, frameBox } from './childFrames.ts'
import type { Untrusted } from './devtools.ts'
import { findSpot, MAX_PRESSES, type Spot } from './findSpot.ts'
import { evaluate, type Place } from './inPage.ts'
import { pageScript } from './pageScript.ts'
import type { PageUse } from './pageUse.ts'
import { pressSpot } from './pointer.ts'
import { stateOf } from './stateOf.ts'
import { pressSurface } from './surfaces/pressSurface.ts'

const MAX_ELEMENTS = 2_000
const MAX_FRAMES = 2
const MAX_FRAME_PRESSES = 3
/** Frames whose size is asked for, and size of a frame that a person can use, in square pixels. */
const MAX_FRAMES_MEASURED = 12
const MIN_FRAME_AREA = 400
/** Times that words in a line are written anew for a press; areas and grids are always. */
const MAX_LINE_PAIRS = 2
/** Key of the middle of the window. */
const MIDDLE = 'middle'
/** How long words stand at least where nothing is pressed, in milliseconds. */
const LISTENS_MS = 400

/**
 * Fills fields and presses one thing after the other, as a visitor who believes the page: first in the page, then on a
 * drawing that takes presses, then in one page of the site that it links, then in frames of other sites. Where fields took a sentence, the same is pressed again with a recovery phrase in them.
 * @param shown the document as it is now, where it was read just now.
 * @returns how many of the presses are left.
 */
export async function usePage(
  use: PageUse,
  {
    presses,
    begin,
    isOver,
    shown,
    links = false,
  }: { presses: number; begin(): void; isOver(): boolean; shown?: unknown; links?: boolean },
): Promise<number> {
  const { devtools, window, marks, read, isBusy, settle, saved, typing, step, tookSentence, account, tried } = use
  const { unanswered, readFrame = read } = use
  const pressed: Record<string, number> = Object.create(null)
  let seen: readonly string[] | null = null
  let left = presses
  let before = shown ?? (await read())
  let filled = '0,0,0,0'
  /** Fields hold text of the page; and whether words are written over it, where the page took none otherwise. */
  let keepsText = false
  /** A field took the visitor's account. */
  let holdsAccount = false
  let writesOver = false
  let tookWords = false
  /** Presses with ordinary words and with a phrase in a line. */
  let pairs = 0
  const fillsCard = pageScript('fillCard', {
    number: marks.card,
    numberField: CARD_NUMBER_FIELD,
    codeField: CARD_CODE_FIELD,
    expiryField: CARD_EXPIRY_FIELD,
    maxElements: MAX_ELEMENTS,
  })
  const fill = async (words: 'sentence' | 'phrase', frame: Place | null = null) => {
    const script = pageScript('fillFields', {
      lists: words === 'phrase' ? marks.phrases : marks.sentences,
      key: words === 'phrase' ? marks.key : null,
      own: [...marks.sentences.flat(), ...marks.phrases.flat(), marks.key],
      over: frame === null && writesOver,
      // Ordinary words always take the place of a phrase: what a later press sends is no phrase by chance.
      lines: words === 'sentence' || pairs < MAX_LINE_PAIRS,
      account,
      accountField: ACCOUNT_FIELD,
      secretField: SECRET_FIELD,
      phraseField: PHRASE_FIELD,
      keyField: KEY_FIELD,
      lengthField: LENGTH_FIELD,
      cardField: CARD_CODE_FIELD,
      password: marks.password,
      email: marks.email,
      maxElements: MAX_ELEMENTS,
    })
    const answer = await step(evaluate(devtools, frame ?? window, script))
    if (typeof answer !== 'object' || answer === null) unanswered()
    const { areas, grid, singles, passwords, kept, held, cards } = (answer ?? {}) as Untrusted
    if (typeof cards === 'number' && cards > 0) await step(evaluate(devtools, frame ?? window, fillsCard))
    const taken = [areas, grid, singles]
    if (words === 'phrase' && typeof singles === 'number' && singles > 0) pairs++
    if (frame !== null) return taken.some((count) => typeof count === 'number' && count > 0)
    keepsText = typeof kept === 'number' && kept > 0
    holdsAccount ||= typeof held === 'number' && held > 0
    // Fields that came since the last look are seen before something is pressed: it may put them away.
    const fields = [...taken, passwords].join()
    if (fields !== filled && words === 'sentence') {
      filled = fields
      before = await read()
    }
    return taken.some((count) => typeof count === 'number' && count > 0)
  }
  // A link leads to another page of the site, which is used in its turn.
  let hasLed = false
  for (const where of ['page', 'over', 'surfaces', 'links', 'behind', 'frames'] as const) {
    if ((where === 'links' && !links) || (where === 'behind' && !hasLed)) continue
    if (where === 'frames') return pressInFrames()
    if (where === 'surfaces') {
      typing(null)
      const isBare = Object.keys(pressed).every((key) => key === MIDDLE)
      left = await pressSurface(use, { presses: left, isBare, shown: before, begin, isOver })
      continue
    }
    writesOver = where === 'over'
    if (writesOver) {
      if (!holdsAccount && (!keepsText || tookWords)) continue
      for (const key of Object.keys(pressed)) delete pressed[key]
    }
    for (; left > 0 && !isOver(); left--) {
      if (where === 'links' && hasLed) break
      begin()
      typing(null)
      const takesWords = await fill('sentence')
      tookWords ||= takesWords
      if (takesWords) typing('sentence')
      const spot: Spot | null = await step(find(window, seen, where === 'links', pressed, !takesWords && !tried.middle))
      if (spot === null) {
        // Some pages listen to what is typed and have nothing to press. Other words get as much time as the phrase.
        if (takesWords) await saved(LISTENS_MS)
        if (takesWords && (await fill('phrase'))) {
          typing('phrase')
          await settle()
          await read()
        }
        break
      }
      hasLed ||= where === 'links'
      tried.middle ||= spot.key === MIDDLE
      seen = where === 'links' ? null : spot.keys
      pressed[spot.key] = (pressed[spot.key] ?? 0) + 1
      await step(press(spot))
      await settle()
      const shown = await read()
      const isAsked = tookSentence()
      if (!takesWords && !isAsked && stateOf(shown) === stateOf(before) && !isBusy()) pressed[spot.key] = MAX_PRESSES
      before = shown
      if (!(takesWords || isAsked) || isOver()) continue
      await saved(0)
      const isFilled = takesWords && (await fill('phrase'))
      if (!isFilled && !isAsked) continue
      if (isFilled) typing('phrase')
      await step(press(spot))
      await settle()
      await read()
    }
  }
  return left

  async function pressInFrames(): Promise<number> {
    const inside = (await step(childFrames(use))) ?? []
    const boxes: { session: string; frameId: string; area: number }[] = []
    for (const one of [...window.frames(), ...inside].slice(0, MAX_FRAMES_MEASURED)) {
      if (left === 0 || isOver()) return left
      const box = await step(frameBox(use, one.frameId, false))
      if (box !== null && box.area >= MIN_FRAME_AREA) boxes.push({ ...one, area: box.area })
    }
    // What a visitor sees most of is used first.
    boxes.sort((a, b) => b.area - a.area)
    for (const { session, frameId } of boxes.slice(0, MAX_FRAMES)) {
      const box = await step(frameBox(use, frameId))
      if (box === null) continue
      const frame = { session, world: window.world, frameId }
      const known: Record<string, number> = Object.create(null)
      await readFrame(frame)
      for (let tries = 0; tries < MAX_FRAME_PRESSES && left > 0 && !isOver(); tries++, left--) {
        begin()
        typing(null)
        const takesWords = await fill('sentence', frame)
        if (takesWords) typing('sentence')
        const spot: Spot | null = await step(find(frame, null, false, known))
        if (spot === null) break
        known[spot.key] = (known[spot.key] ?? 0) + 1
        const pressed = { ...spot, x: spot.x + box.x, y: spot.y + box.y }
        await step(press(pressed))
        await settle()
        await readFrame(frame)
        await read()
        if (!takesWords || isOver()) continue
        await saved(0)
        if (!(await fill('phrase', frame))) continue
        typing('phrase')
        // What the frame answered may have moved what was pressed.
        const now: Spot | null = await step(find(frame, null, false, {}))
        const again = now?.key === spot.key ? { ...now, x: now.x + box.x, y: now.y + box.y } : pressed
        await step(press(again))
        await settle()
      }
    }
    return left
  }

  function find(
    at: Place,
    known: readonly string[] | null,
    leads: boolean,
    counts = pressed,
    middle = false,
  ): Promise<Spot | null> {
    return findSpot({ devtools }, { at, known, leads, counts, middle })
  }

  function press(spot: Pick<Spot, 'x' | 'y'>): Promise<void> {
    return pressSpot({ devtools, window }, spot)
  }
}
