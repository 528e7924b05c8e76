import { ApiError } from '../../../errors.ts'
import { cleanText } from '../cleanText.ts'

const MAX_SHOWN = 200

/** Returns the error for a message: the path of the member (which may be untrusted text) and the expected value. */
export function invalidMessage(path: string, expected: string): ApiError {
  return new ApiError('VALIDATION_ERROR', { detail: `body.${cleanText(path, MAX_SHOWN)}: expected ${expected}` })
}
