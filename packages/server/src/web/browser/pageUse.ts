import type { Devtools } from './devtools.ts'
import type { Place } from './inPage.ts'
import type { Box } from './marks/describeMark.ts'
import type { WatchedWindow } from './openWindow.ts'
import type { DrawnButton } from './surfaces/drawnButtons.ts'
import type { TypedMarks } from './typedMarks.ts'

/** Places of surfaces that were pressed during a visit, by key, and whether one of them did anything. */
type TriedSurfaces = { pressed: Set<string>; isAnswered: boolean }

/** How a page is used. */
export type PageUse = {
  devtools: Devtools
  window: WatchedWindow
  marks: TypedMarks
  /** Notes the document as it is now, and returns it. */
  read(): Promise<unknown>
  /** Whether the page asked the wallet or a server for something since the last press. */
  isBusy(): boolean
  /** Waits until nothing moves, for so many milliseconds. */
  settle(quietMs?: number): Promise<void>
  /** Waits for what the page has put off since the fields were filled: some pages save what is typed a moment later. */
  saved(leastMs: number): Promise<void>
  /** What stands in the fields from now on. */
  typing(words: 'phrase' | 'sentence' | null): void
  /** The outcome of a look or a press; null where it failed, or was cut off by time: then the page is partly used. */
  step<Value>(work: Promise<Value>): Promise<Value | null>
  /** Fields could not be filled, or nothing that was pressed on a surface did anything: what the page does then is not known. */
  unanswered(): void
  /** What is drawn as a button in a part of a picture of the window (PNG, base64); null where it could not be looked at. */
  drawnButtons(png: string, part: Box): Promise<DrawnButton[] | null>
  /** Whether a dialog took ordinary words since this was asked last. */
  tookSentence(): boolean
  /** Account that the visitor has. */
  account: string
  /** Whether the middle of the window was pressed, where there was nothing else; what was pressed on surfaces. */
  tried: { middle: boolean; surfaces: TriedSurfaces }
  /** Notes what a frame of another site shows now. */
  readFrame?(frame: Place): Promise<unknown>
}
