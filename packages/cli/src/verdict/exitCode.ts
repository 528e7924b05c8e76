import type { RiskLevel } from './verdict.ts'

/** How `redoubt-client` ends. The README has this table; a test compares. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  key: 4,
  low: 10,
  medium: 11,
  high: 12,
  critical: 13,
  incomplete: 14,
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export const FAIL_ON = ['low', 'medium', 'high', 'critical', 'never'] as const
export type FailOn = (typeof FAIL_ON)[number]

const LEVELS: readonly string[] = ['safe', 'low', 'medium', 'high', 'critical']
const DEFAULT_FAIL_ON: FailOn = 'medium'

/**
 * Returns the exit code of a verdict. From `failOn` on it is the code of the level. Below it an incomplete answer still fails:
 * what was not examined is not safe. A level that this client does not know fails too.
 */
export function exitCodeOf(
  { riskLevel, complete }: { riskLevel: string; complete: boolean },
  failOn: FailOn = DEFAULT_FAIL_ON,
): ExitCode {
  if (failOn === 'never') return EXIT.done
  const level = LEVELS.indexOf(riskLevel)
  if (level === -1) return EXIT.incomplete
  if (level >= LEVELS.indexOf(failOn) && riskLevel !== 'safe') return EXIT[riskLevel as Exclude<RiskLevel, 'safe'>]
  return complete ? EXIT.done : EXIT.incomplete
}

/** The worst of several: the highest code. */
export function worstCode(codes: readonly ExitCode[]): ExitCode {
  return codes.reduce((worst, code) => (code > worst ? code : worst), EXIT.done)
}
