import type { Verdict } from '../engine/detector.ts'
import type { Severity } from '../engine/finding.ts'
import { attempt, type GetFact } from '../engine/gatherFacts.ts'
import type { Facts } from '../facts/facts.ts'
import type { OwnerSwitch, PrivilegedCall } from '../facts/privileges.ts'
import { callEvidence, nameCall, nameCaller } from '../wording/callWords.ts'
import { type Caller, type CallerClass, callerOf, severityFor, sharedBy, stepsBelowKey } from './callers.ts'

type SwitchFacts = Pick<Facts, 'switches' | 'privileged' | 'subject' | 'token' | 'trade'>

/**
 * Returns one hit for each switch that `severity` judges; null leaves it out. The severity is lowered by the class of its caller
 * (`severityFor`). `words` ends “A single key (0x…) can call f(x), and then …”.
 */
export function switchHits(
  { switches, privileged, subject, token, trade }: SwitchFacts,
  rule: {
    words: (flipped: OwnerSwitch) => string
    severity: (flipped: OwnerSwitch, caller: CallerClass) => Severity | null
    /** Collections count as well, which are not traded. */
    collections?: boolean
  },
): Verdict {
  const collection = rule.collections === true && (token?.standard === 'erc721' || token?.standard === 'erc1155')
  if (token?.standard !== 'erc20' && !collection) return 'not-applicable'
  // An untradable token stays untradable after a call; other detectors weigh that alone.
  if (trade === null && !collection) return { unknown: ['switches'], decisive: false }
  return switches.flatMap((flipped) => {
    const [first] = flipped.calls
    if (!first) return []
    const { seconds = 0, announced = false } = flipped.delay ?? {}
    // Two calls are as hard to make as the harder one.
    const caller = flipped.calls
      .map((call) => callerOf(call, privileged))
      .reduce((hardest, one) => (hardnessOf(one) > hardnessOf(hardest) ? one : hardest))
    const severity = caller.kind === 'burned' ? null : rule.severity(flipped, caller.kind)
    if (severity === null) return []
    const gaveUp = first.selector === RENOUNCE
    const calls = flipped.calls.map(nameCall).join(gaveUp ? ', after that anyone can call ' : ' and ')
    return [
      {
        // A public delay of a day lets every holder sell, and no key can shorten it.
        severity: announced && seconds >= DAY ? 'low' : severityFor(severity, caller, subject),
        ...sharedBy(caller),
        description: `${nameCaller(first, privileged)} can call ${calls}, and ${seconds >= 60 ? `${hoursText(seconds)} later` : 'then'} ${rule.words(flipped)}. Confirmed in simulation.`,
        evidence: {
          ...callEvidence(flipped.calls, privileged, 'effective'),
          effect: flipped.effect,
          hits: flipped.hits,
          before: taxWords(flipped.before),
          after: taxWords(flipped.after),
          reason: flipped.after.reason,
          ...(flipped.delay ? { delaySeconds: seconds, announced } : {}),
        },
      },
    ]
  })
}

/** renounceOwnership(): its caller loses every privilege, so that any account can do what it still can. */
const RENOUNCE = '0x715018a6'
/** Seconds. */
const DAY = 86_400

/** Of accounts that lower the severity alike, the kind decides. */
const HARDNESS: readonly CallerClass[] = [
  'anyone',
  'eoa',
  'unknown',
  'contract',
  'multisig',
  'governor',
  'timelock',
  'burned',
]

function hardnessOf(caller: Caller): number {
  return stepsBelowKey(caller) * HARDNESS.length + HARDNESS.indexOf(caller.kind)
}

function hoursText(seconds: number): string {
  return seconds < 3_600
    ? 'a minute'
    : seconds < 2 * DAY
      ? `${Math.round(seconds / 3_600)} hours`
      : `${Math.round(seconds / DAY)} days`
}

/** `buy 0 %, transfer fails, sell 99 %`. */
function taxWords({ buyTax, transferTax, sellTax }: OwnerSwitch['before']): string {
  const word = (tax: number | null) => (tax === null ? 'fails' : `${tax} %`)
  return `buy ${word(buyTax)}, transfer ${word(transferTax)}, sell ${word(sellTax)}`
}

/**
 * Derives the calls that switch findings already report as stopping all trades, so that no second finding repeats them. Empty
 * without a trade.
 */
export async function deriveKillSwitches(get: GetFact): Promise<PrivilegedCall[]> {
  const [token, trade, switches] = await Promise.all([
    attempt(get, 'token'),
    attempt(get, 'trade'),
    attempt(get, 'switches'),
  ])
  if (token.value?.standard !== 'erc20' || trade.value === null) return []
  return (switches.value ?? []).flatMap(({ calls, effect, hits }) =>
    calls.length === 1 && hits === 'all-holders' && (effect === 'stops-sales' || effect === 'stops-transfers')
      ? calls
      : [],
  )
}
