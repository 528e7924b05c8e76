import type { ApiError } from '../../errors.ts'

/** One wrong member of a request: where, what is wrong, and what to send instead; null where only the message knows. */
export type ErrorDetail = { path: string; message: string; suggestion: string | null }

const COMPLAINT = /^((?:body|query|path|header|request)[^\s:]*): (.+)$/s
/** Between two complaints; a remedy after a semicolon belongs to the one before it. */
const BETWEEN = /; (?=(?:(?:body|query|path|header|request)[^\s:]*: |and \d+ more$))/

/** Splits the message of a VALIDATION_ERROR into its complaints; none of other errors. */
export function errorDetails({ code, message }: Pick<ApiError, 'code' | 'message'>): ErrorDetail[] {
  if (code !== 'VALIDATION_ERROR') return []
  return message.split(BETWEEN).flatMap((complaint) => {
    const [, path, text] = COMPLAINT.exec(complaint) ?? []
    return path === undefined || text === undefined ? [] : [detailOf(path, text)]
  })
}

function detailOf(path: string, message: string): ErrorDetail {
  const [, meant] = /; did you mean (.+)\?$/.exec(message) ?? []
  const [, expected] = /(?:^|missing, )expected (.+)$/s.exec(message) ?? []
  return { path, message, suggestion: meant ?? expected ?? null }
}
