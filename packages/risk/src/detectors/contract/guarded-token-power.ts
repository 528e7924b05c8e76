import { isNamed } from '../../contract/genuine.ts'
import { judgedPulls, nameOf } from '../../contract/guardedPullHits.ts'
import { effectOf, isAllowed, isHiddenPower, unseenPowers } from '../../contract/guardedTokenPowers.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { GuardedTokenPower } from '../../facts/guardedTokenPower.ts'

export default defineDetector({
  id: 'guarded-token-power',
  title: 'Guarded power over token holders',
  why: 'The token’s code was executed with its guards lifted, or its calls as their holder. A call, which only the holder of a key, signature or secret can make, takes or approves tokens of an account that agreed to nothing, mints tokens, or sets a word with which sales fail or lose most of their value.',
  advice: 'Do not hold it, unless you trust the holder of the key with everything you put in.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'medium',
  family: 'switch',
  needs: ['guardedTokenPowers', 'switches', 'subject'],
  detect: ({ guardedTokenPowers: { powers }, switches, subject }) => {
    if (isNamed(subject)) return 'not-applicable'
    // What was executed with its guards in place says more.
    const executed = new Set(switches.flatMap(({ calls }) => calls.map(({ selector }) => selector)))
    const unseen = unseenPowers(powers, executed)
    return judgedPulls(unseen, subject)
      .slice(0, 3)
      .map((judged) => {
        const { severity } = judged
        const pull = judged.pull as GuardedTokenPower
        const named = pull.signature ?? (pull.selector === '0x' ? 'call data without a function' : pull.selector)
        return {
          severity: isHiddenPower(pull) ? severity : 'low',
          description: isAllowed(pull)
            ? `${nameOf(judged)} can ${effectOf(pull)} through ${named}. ${pull.executed ? 'Confirmed in simulation.' : 'The code was executed with its guards lifted.'}`
            : `${nameOf(judged)} could ${effectOf(pull)} through ${named} if other conditions of the code held. It was executed with these lifted, too; that account’s own calls were not seen to do it.`,
          evidence: {
            function: named,
            effect: pull.effect,
            of: pull.of,
            guards: pull.guards.map(({ by, holder }) => (holder === null ? by : `${by} ${holder}`)),
            holderClass: judged.guard === null ? 'anyone' : judged.holder.kind,
          },
        }
      })
  },
})
