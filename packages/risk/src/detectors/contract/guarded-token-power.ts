import { isNamed } from '../../contract/genuine.ts'
import { judgedPulls, nameOf } from '../../contract/guardedPullHits.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { GuardedTokenPower } from '../../facts/guardedTokenPower.ts'

/** A published name that says what the function does: such pauses and lists are judged by what executing them shows. */
const PLAIN_NAME =
  /paus|freez|blacklist|black_list|blocklist|denylist|whitelist|burn|tax|fee|max|limit|^set(Trading|Transfer)/i

export default defineDetector({
  id: 'guarded-token-power',
  title: 'Guarded power over token holders',
  why: 'The token’s code was executed with its guards lifted. A call, which only the holder of a key, signature or secret can make, takes tokens of an account that agreed to nothing, or sets a word with which sales fail or lose most of their value.',
  advice: 'Do not hold it, unless you trust the holder of the key with everything you put in.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'medium',
  family: 'switch',
  needs: ['guardedTokenPowers', 'switches', 'subject'],
  detect: ({ guardedTokenPowers, switches, subject }) => {
    if (isNamed(subject)) return 'not-applicable'
    // What was executed with its guards in place says more.
    const executed = new Set(switches.flatMap(({ calls }) => calls.map(({ selector }) => selector)))
    const unseen = guardedTokenPowers.filter(({ selector }) => !executed.has(selector))
    return judgedPulls(unseen, subject)
      .slice(0, 3)
      .map((judged) => {
        const { severity } = judged
        const pull = judged.pull as GuardedTokenPower
        const isPlain = pull.signature !== null && PLAIN_NAME.test(pull.signature)
        const isUnresolved = pull.guards.some(({ by, holder }) => by === 'role' && holder === null)
        const named = pull.signature ?? (pull.selector === '0x' ? 'call data without a function' : pull.selector)
        return {
          severity: isPlain ? 'low' : isUnresolved && severity === 'high' ? 'low' : severity,
          description: `${nameOf(judged)} can ${EFFECTS[pull.effect](pull)} through ${named}. The code was executed with its guards lifted.`,
          evidence: {
            function: named,
            effect: pull.effect,
            of: pull.of,
            guards: pull.guards.map(({ by, holder }) => (holder === null ? by : `${by} ${holder}`)),
            holderClass: judged.guard === null ? 'anyone' : judged.holder,
          },
        }
      })
  },
})

const EFFECTS: Readonly<Record<GuardedTokenPower['effect'], (power: GuardedTokenPower) => string>> = {
  takes: () => 'take tokens of any holder',
  stops: ({ of }) => (of === 'all-holders' ? 'stop all sales' : 'stop the sales of a holder'),
  taxes: ({ taxPercent }) => `make sales cost ${taxPercent ?? 0} %`,
}
