import { InvalidArgumentError } from 'commander'

const MAX_LENGTH = 120

/** A line of words by an operator, to be shown beside facts. */
export function parseNote(text: string): string {
  const note = text.trim()
  if (note === '' || [...note].length > MAX_LENGTH || /[\p{C}\p{Zl}\p{Zp}]/u.test(note)) {
    throw new InvalidArgumentError(`1 to ${MAX_LENGTH} characters, no control characters.`)
  }
  return note
}
