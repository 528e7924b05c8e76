import { isNamed } from '../../contract/genuine.ts'
import { CALLS_OF_HOLDERS, judgedPulls, nameOf } from '../../contract/guardedPullHits.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { GuardedTokenPower } from '../../facts/guardedTokenPower.ts'

/** A published name that says what the function does: such pauses, lists and fees are judged by what executing them shows. No name allows to take. */
const PLAIN_NAME =
  /paus|freez|blacklist|black_list|blocklist|denylist|whitelist|tax|fee|max|limit|^set(Trading|Transfer)/i

export default defineDetector({
  id: 'guarded-token-power',
  title: 'Guarded power over token holders',
  why: 'The token’s code was executed with its guards lifted, or its calls as their holder. A call, which only the holder of a key, signature or secret can make, takes tokens of an account that agreed to nothing, or sets a word with which sales fail or lose most of their value.',
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
    const unseen = powers.filter(
      ({ selector, guards, executed: isExecuted }) =>
        !executed.has(selector) &&
        (isExecuted || (!CALLS_OF_HOLDERS.has(selector) && (guards.length > 0 || selector === '0x'))),
    )
    return judgedPulls(unseen, subject)
      .slice(0, 3)
      .map((judged) => {
        const { severity } = judged
        const pull = judged.pull as GuardedTokenPower
        const isPlain = pull.effect !== 'takes' && pull.signature !== null && PLAIN_NAME.test(pull.signature)
        const named = pull.signature ?? (pull.selector === '0x' ? 'call data without a function' : pull.selector)
        return {
          severity: isPlain || !isAllowed(pull) || isUnresolved(pull) ? 'low' : severity,
          description: `${nameOf(judged)} can ${EFFECTS[pull.effect](pull)} through ${named}. ${pull.executed ? 'Confirmed in simulation.' : 'The code was executed with its guards lifted.'}`,
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

/**
 * Whether the holder of the key did it in simulation, or the state as it is allows it. Where another condition was lifted too, it may never hold again: a pool that
 * is set once, a limit that cannot fall below a share of the supply.
 */
function isAllowed({ selector, asIs, executed, guards }: GuardedTokenPower): boolean {
  return executed || selector === '0x' || asIs || guards.some(({ by }) => by === 'signature' || by === 'secret')
}

/** Whether it is not known which accounts are on the list of callers. */
function isUnresolved({ guards }: GuardedTokenPower): boolean {
  return guards.some(({ by, holder }) => by === 'role' && holder === null)
}

const EFFECTS: Readonly<Record<GuardedTokenPower['effect'], (power: GuardedTokenPower) => string>> = {
  takes: () => 'take tokens of any holder',
  stops: ({ of }) => (of === 'all-holders' ? 'stop all sales' : 'stop the sales of a holder'),
  taxes: ({ taxPercent }) => `make sales cost ${taxPercent ?? 0} %`,
}
