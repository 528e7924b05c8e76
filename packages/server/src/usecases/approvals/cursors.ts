/**
 * Cursors of a list: opaque to whoever carries them, and good only for the question they were given for. `about` names it: the caller's
 * environment, the subject and what was filtered.
 */
export type Cursors = {
  seal(text: string, about: string): string
  /** Null when it was changed, made for another question, or under a secret that is gone. */
  unseal(cursor: string, about: string): string | null
}
