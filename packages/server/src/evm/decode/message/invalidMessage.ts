import { InvalidInput } from '../../../domain/sourceErrors.ts'
import { cleanText } from '../../../lib/cleanText.ts'

const MAX_SHOWN = 200

/** Returns the error for a message: the path of the member (which may be untrusted text) and the expected value. */
export function invalidMessage(path: string, expected: string): InvalidInput {
  return new InvalidInput(`body.${cleanText(path, MAX_SHOWN)}: expected ${expected}`)
}
