import { takeByKey } from '../../derive/claimed.ts'
import { defineDetector } from '../../detector.ts'
import type { JudgedDeposit } from '../../facts/deposit.ts'
import type { Hit } from '../../finding.ts'
import { describeAct } from '../../wording/privilegedActs.ts'

const MAX_FINDINGS = 3

export default defineDetector({
  id: 'unsafe-user-deposits',
  title: 'Unsafe user deposits',
  why: 'Redoubt paid the contract as a new user and tried every withdrawal and every privileged call, as the scan of a deposit transaction does. A deposit that its owner cannot take back, or that another account can take or block, is at risk for every user.',
  advice: 'Do not deposit. If the contract holds assets of yours, withdraw them now.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'seizure',
  needs: ['deposits'],
  detect: ({ deposits }) => {
    if (deposits.length === 0) return 'not-applicable'
    return deposits.flatMap((deposit) => {
      const serious = deposit.findings.filter(({ severity, isSale }) => isSerious(severity) && !isSale)
      if (serious.length > 0) return serious.slice(0, MAX_FINDINGS).map((one): Hit => hitOf(deposit, one))
      return payoutHits(deposit)
    })
  },
})

function hitOf(deposit: JudgedDeposit, { id, description }: JudgedDeposit['findings'][number]): Hit {
  return {
    severity: 'high',
    description: `${callOf(deposit)}: ${description}`,
    evidence: evidenceOf(deposit, { finding: id }),
  }
}

/**
 * A seller keeps what was paid. Where one key decides whether the payer is paid or the key itself, it is no sale but a pot: a raffle, a
 * savings circle, a market of outcomes.
 */
function payoutHits(deposit: JudgedDeposit): Hit[] {
  return deposit.claims.flatMap((claim): Hit[] => {
    const { release } = claim
    const taken = takeByKey(claim)
    if (release === null || taken === null || claim.openToOthers) return []
    return [
      {
        severity: 'medium',
        description: `${callOf(deposit)}: ${describeAct(taken, 'take what you pay')}. It comes back to you only after ${release.signature ?? release.selector} by ${release.caller === taken.caller ? 'the same account' : 'another account'}. Confirmed in simulation.`,
        evidence: evidenceOf(deposit, { takenBy: taken.caller, releasedBy: release.caller }),
      },
    ]
  })
}

function isSerious(severity: JudgedDeposit['findings'][number]['severity']): boolean {
  return severity === 'high' || severity === 'critical'
}

function callOf({ signature, selector, repeated }: JudgedDeposit): string {
  const call = signature ?? selector ?? 'A plain payment'
  return repeated ? `${call}, repeated as a new user` : `${call}, called as a new user`
}

function evidenceOf({ selector, signature, repeated, claims }: JudgedDeposit, more: Hit['evidence']): Hit['evidence'] {
  return {
    function: signature ?? selector,
    repeated,
    assets: claims.map(({ asset }) => asset ?? 'native'),
    amounts: claims.map(({ amount }) => String(amount)),
    returned: claims.map(({ returned }) => String(returned)),
    ...more,
  }
}
