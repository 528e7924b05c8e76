import type { Page } from '../facts/page.ts'

/**
 * Entries of `Page.unread` for what reading a page does not show and what could hurt its visitors: a browser shows it. Each stands beside
 * something that the page takes or gives, never by itself.
 */
export const SHOWN_BY_A_BROWSER = {
  code: 'what may be a QR code',
  marks: 'pictures beside the secrets that it asks for',
  steps: 'what it asks for after words were typed and sent',
  worker: 'what its workers answer and send',
  fields: 'fields that its scripts build',
  answers: 'content that its scripts load',
  frames: 'what frames of other sites ask for',
  copies: 'what it copies for the console of the browser',
  sent: 'what its scripts make of what is typed, and where they send it',
} as const

/** The same for what neither way of looking shows. */
export const NOT_LOOKED_AT = {
  pictureText: 'text in pictures beside an address to pay to, a command or a form',
  program: 'the programs that it offers',
} as const

export type UnseenPart =
  | (typeof SHOWN_BY_A_BROWSER)[keyof typeof SHOWN_BY_A_BROWSER]
  | (typeof NOT_LOOKED_AT)[keyof typeof NOT_LOOKED_AT]

const BY_BROWSER: readonly string[] = Object.values(SHOWN_BY_A_BROWSER)
const BY_NONE: readonly string[] = Object.values(NOT_LOOKED_AT)

/** Whether an entry of `unread` is about what looking shows, and not about bytes that were not read. */
export function isUnseenPart(entry: string): boolean {
  return BY_BROWSER.includes(entry) || BY_NONE.includes(entry)
}

/** Returns what was not looked at: in a browser, only what it does not show either. */
export function unseenParts({ unread }: Pick<Page, 'unread'>): string[] {
  return unread.filter(isUnseenPart)
}

/** Returns what of `unread` is left after a browser showed the page. Whose marks its pictures are is another question: `withKnownMarks`. */
export function unreadInBrowser(unread: readonly string[]): string[] {
  return unread.filter((entry) => !BY_BROWSER.includes(entry) || entry === SHOWN_BY_A_BROWSER.marks)
}
