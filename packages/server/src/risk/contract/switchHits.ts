import type { OwnerSwitch } from '../contractFacts.ts'
import type { Verdict } from '../detector.ts'
import type { Facts } from '../facts.ts'
import type { Severity } from '../finding.ts'
import { callEvidence, nameCall, nameCaller } from '../wording/callWords.ts'
import { type CallerClass, callerClassOf, severityFor } from './callers.ts'

type SwitchFacts = Pick<Facts, 'switches' | 'privileged' | 'subject' | 'token' | 'trade'>

/**
 * One hit for each switch that `severity` has an opinion on: null leaves it out. Its answer is lowered by who may flip it
 * (`severityFor`). `words` ends “One key (0x…) can call f(x), and then …”.
 */
export function switchHits(
  { switches, privileged, subject, token, trade }: SwitchFacts,
  rule: {
    words: (flipped: OwnerSwitch) => string
    severity: (flipped: OwnerSwitch, caller: CallerClass) => Severity | null
  },
): Verdict {
  if (token?.standard !== 'erc20') return 'not-applicable'
  // What could not be traded could not be traded after a call either; that alone has its weight already.
  if (trade === null) return { unknown: ['switches'], decisive: false }
  return switches.flatMap((flipped) => {
    const [first] = flipped.calls
    if (!first) return []
    // Two calls are as hard to make as the harder one.
    const caller = flipped.calls
      .map((call) => callerClassOf(call, privileged))
      .reduce((hardest, one) => (HARDNESS.indexOf(one) > HARDNESS.indexOf(hardest) ? one : hardest))
    const severity = caller === 'burned' ? null : rule.severity(flipped, caller)
    if (severity === null) return []
    const calls = flipped.calls.map(nameCall).join(' and ')
    return [
      {
        severity: severityFor(severity, caller, subject),
        description: `${nameCaller(first, privileged)} can call ${calls}, and then ${rule.words(flipped)}.`,
        evidence: {
          ...callEvidence(flipped.calls, privileged, 'effective'),
          effect: flipped.effect,
          hits: flipped.hits,
          before: taxWords(flipped.before),
          after: taxWords(flipped.after),
          reason: flipped.after.reason,
        },
      },
    ]
  })
}

const HARDNESS: readonly CallerClass[] = ['anybody', 'eoa', 'unknown', 'contract', 'multisig', 'timelock', 'burned']

/** `buy 0 %, transfer fails, sell 99 %`. */
function taxWords({ buyTax, transferTax, sellTax }: OwnerSwitch['before']): string {
  const word = (tax: number | null) => (tax === null ? 'fails' : `${tax} %`)
  return `buy ${word(buyTax)}, transfer ${word(transferTax)}, sell ${word(sellTax)}`
}
