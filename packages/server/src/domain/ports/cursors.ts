/**
 * Cursors of a list: opaque to the client, and valid only for the question they were issued for. `about` names it: the
 * caller's environment, the subject and the filters.
 */
export type Cursors = {
  seal(text: string, about: string): string
  /** Null when it was changed, made for another question, or under a secret that is gone. */
  unseal(cursor: string, about: string): string | null
}
