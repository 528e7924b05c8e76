import type { Environment } from './environment.ts'
import type { Plan } from './plan.ts'

/** Who owns a plan, keys and every private row. Names are unique. Times are Unix milliseconds. */
export type Account = {
  id: string
  name: string
  plan: Plan
  /** May change what is global. */
  operator: boolean
  createdAt: number
}

/** One account in one environment: who owns webhooks, events, monitors, scans and scores. */
export type Owner = { accountId: string; environment: Environment }

/** What a reader cannot see: control, format and unassigned characters, line separators, and what fonts leave out but for an emoji's own form. */
const UNSEEN = '[\\p{C}\\p{Zl}\\p{Zp}\\u2800]|(?!\\ufe0f)\\p{DI}|(?<!\\p{ExtPict})\\ufe0f'

/**
 * Matches text of one line of at most so many characters without white space at either end or characters that cannot be seen: tables show
 * it, two that read alike must be alike, and PostgreSQL cannot store all of them. For a regular expression with `u`.
 */
export function visiblePattern(maxLength: number): string {
  return `^(?!.*(?:${UNSEEN}))\\S(?:.{0,${maxLength - 2}}\\S)?$`
}

/** Names of keys, RPC tokens, members and accounts, wherever they are given. */
export const NAME_PATTERN = visiblePattern(64)

export const NAME_EXPECTED = '1 to 64 characters, no invisible or control characters and no space at either end'
