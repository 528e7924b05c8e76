import { judgedPulls, nameOf } from '../../contract/guardedPullHits.ts'
import { effectOf, isHiddenPower, unseenPowers } from '../../contract/guardedTokenPowers.ts'
import { switchHits } from '../../contract/switchHits.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Hit } from '../../engine/finding.ts'
import type { Account } from '../../facts/account.ts'
import type { GuardedTokenPower } from '../../facts/guardedTokenPower.ts'
import type { OwnerSwitch } from '../../facts/privileges.ts'
import { nameAsset } from '../../wording/assetNames.ts'

/** Percent of a trade from which a fee leaves nothing worth selling. */
const EVERYTHING = 90

export default defineDetector({
  id: 'kill-switch-token-purchase',
  title: 'Purchase of a token with kill switch',
  why: 'You can sell the token now. A privileged call was executed in simulation, and afterwards the token could not be sold, or holders lost their tokens: a honeypot that closes once enough people have bought.',
  advice: 'Do not buy it, unless you trust the owner of the token with all the money you put in.',
  appliesTo: 'transaction',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'honeypot',
  needs: ['purchasePrivileges'],
  detect: ({ purchasePrivileges }) => {
    if (purchasePrivileges.length === 0) return 'not-applicable'
    return purchasePrivileges.flatMap(({ token: address, subject, powers = [], ...rest }) => {
      const { token } = subject
      const hits = switchHits(
        { ...rest, subject, token },
        {
          words: wordsFor,
          severity: (flipped, caller) => (!isTrap(flipped) ? null : caller === 'unknown' ? 'high' : 'critical'),
        },
      )
      const name = nameAsset(token?.symbol ?? null, address)
      return [...(Array.isArray(hits) ? hits : []), ...powerHits(powers, { subject, switches: rest.switches })].map(
        (hit) => ({
          ...hit,
          description: `${name}: ${hit.description}`,
          evidence: { ...hit.evidence, token: address },
        }),
      )
    })
  },
})

/** A sale that failed before was not stopped by the call. */
function isTrap({ effect, hits, before, after }: OwnerSwitch): boolean {
  if (before.sellTax === null) return false
  if (effect === 'siphons') return true
  if (effect === 'raises-tax') return (after.sellTax ?? 0) >= EVERYTHING && before.sellTax < EVERYTHING
  return effect === 'stops-sales' && hits === 'all-holders' && after.sellTax === null && after.buyTax !== null
}

function wordsFor({ effect, after }: OwnerSwitch): string {
  if (effect === 'siphons') return 'holders lose their tokens without having agreed'
  return after.sellTax === null
    ? 'no holder can sell any more, while buying still works'
    : `each sale loses ${after.sellTax} % as tax`
}

/** The worst call of a key that takes tokens of any holder, such as that of a default operator, or that stops or taxes sales by a word that it writes. */
function powerHits(
  powers: readonly GuardedTokenPower[],
  { subject, switches }: { subject: Account; switches: readonly OwnerSwitch[] },
): Hit[] {
  // What was executed with its guards in place says more.
  const executed = new Set(switches.flatMap(({ calls }) => calls.map(({ selector }) => selector)))
  const hidden = unseenPowers(powers, executed).filter((one) => isHiddenPower(one) && isTotal(one) && isKnown(one))
  return judgedPulls(hidden, subject)
    .map((judged) => ({ judged, power: judged.pull as GuardedTokenPower }))
    .toSorted((a, b) => Number(isOfOne(a.power)) - Number(isOfOne(b.power)))
    .slice(0, 1)
    .map(({ judged, power }) => {
      const named = power.signature ?? (power.selector === '0x' ? 'call data without a function' : power.selector)
      const { severity } = judged
      return {
        // Issuers block single accounts: here the name does not say so.
        severity: isOfOne(power) && (severity === 'critical' || severity === 'high') ? 'medium' : severity,
        description: `${nameOf(judged)} can ${effectOf(power)} through ${named}. ${power.executed ? 'Confirmed in simulation.' : 'The code was executed with its guards lifted.'}`,
        evidence: { function: named, holderClass: judged.guard === null ? 'anyone' : judged.holder.kind },
      }
    })
}

/** Whether nothing worth selling is left. */
function isTotal({ effect, taxPercent }: GuardedTokenPower): boolean {
  return effect !== 'taxes' || (taxPercent ?? 0) >= EVERYTHING
}

/** Whether it is told who takes; what stops sales may be behind a secret, such as a list of keys by its hash. */
function isKnown({ effect, guards, executed }: GuardedTokenPower): boolean {
  return effect !== 'takes' || executed || guards.every(({ holder }) => holder !== null)
}

function isOfOne({ effect, of }: GuardedTokenPower): boolean {
  return effect !== 'takes' && effect !== 'mints' && of === 'named-holder'
}
