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

/**
 * Names of keys and accounts, wherever they are given: 1 to 64 characters, no control or format character (tables show
 * them, and PostgreSQL cannot store all of them), no white space at either end. For a regular expression with `u`.
 */
export const NAME_PATTERN = '^[^\\p{C}\\s](?:[^\\p{C}]{0,62}[^\\p{C}\\s])?$'

export const NAME_EXPECTED = '1 to 64 characters, no control characters and no space at either end'
