import { userInfo } from 'node:os'

/** Who a command acts for, as the audit trail names them. */
export function actor(): string {
  return `cli:${userName()}`
}

/** In a container the user may have a number and no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
