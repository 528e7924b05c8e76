import { defineDetector } from '../../engine/detector.ts'
import type { Evidence, Hit } from '../../engine/finding.ts'
import type { JudgedDeposit } from '../../facts/deposit.ts'

const MAX_FINDINGS = 3

export default defineDetector({
  id: 'unsafe-user-deposits',
  title: 'Unsafe user deposits',
  why: 'Redoubt paid the contract as a new user and tried withdrawals and privileged calls, as the scan of a deposit transaction does. A deposit that its owner cannot take back, or that another account can take or block, is at risk for every user.',
  advice: 'Do not deposit. If the contract holds assets of yours, withdraw them now.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'seizure',
  ofPayers: true,
  needs: ['deposits'],
  detect: ({ deposits }) => {
    if (deposits.every(({ refused }) => refused === true)) return 'not-applicable'
    return deposits.flatMap((deposit) => {
      const serious = deposit.findings.filter(({ severity, isSale }) => isSerious(severity) && !isSale)
      return serious.slice(0, MAX_FINDINGS).map((one) => hitOf(deposit, one))
    })
  },
})

function hitOf(
  deposit: JudgedDeposit,
  { id, severity, description, evidence }: JudgedDeposit['findings'][number],
): Hit {
  const { selector, signature, repeated } = deposit
  return {
    severity,
    description: `${callOf(deposit)}: ${description}`,
    evidence: { finding: id, function: signature ?? selector, repeated, ...shownEvidence(evidence) },
  }
}

/** Members that findings about deposits share. */
function shownEvidence({ asset, amount, calls, taken, receiver, isKey, allowance, spender, token }: Evidence) {
  return {
    ...(typeof asset === 'string' && { asset }),
    ...(typeof amount === 'string' && { amount }),
    ...(Array.isArray(calls) && { calls: calls.map(String) }),
    ...(typeof taken === 'string' && { taken }),
    ...(typeof receiver === 'string' && { receiver }),
    ...(typeof isKey === 'boolean' && { isKey }),
    ...(typeof allowance === 'string' && { allowance }),
    ...(typeof spender === 'string' && { spender }),
    ...(typeof token === 'string' && { token }),
  }
}

function isSerious(severity: JudgedDeposit['findings'][number]['severity']): boolean {
  return severity === 'high' || severity === 'critical'
}

function callOf({ signature, selector, repeated }: JudgedDeposit): string {
  const call = signature ?? selector ?? 'A plain payment'
  return repeated ? `${call}, repeated as a new user` : `${call}, called as a new user`
}
