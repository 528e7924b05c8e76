import { ApiError } from '../../../errors.ts'
import { cleanText } from '../cleanText.ts'

const MAX_SHOWN = 200

/** What is wrong with a message: the path of the member (a stranger may have named it) and what was expected there. */
export function invalidMessage(path: string, expected: string): ApiError {
  return new ApiError('VALIDATION_ERROR', { detail: `body.${cleanText(path, MAX_SHOWN)}: expected ${expected}` })
}
