import { isUnexamined } from '../../derive/uncoveredShare.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Hit } from '../../engine/finding.ts'
import type { JudgedDeposit } from '../../facts/deposit.ts'
import { describeUnseen, heldByKey, unseenEvidence } from '../../wording/unseenPaymentWords.ts'

export default defineDetector({
  id: 'untested-privileged-payment',
  title: 'Untested privileged payments of deposits',
  why: 'Redoubt looks for harm by executing calls. A function that can pay assets out, that only privileged accounts may call, and that no execution got through may be harmless or may take deposits.',
  advice:
    'Do not read a missing finding as safe. Read what the named functions do, or ask who holds them, before you deposit.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  soft: true,
  ofPayers: true,
  needs: ['deposits', 'bytecode', 'subject'],
  detect: ({ deposits, bytecode, subject }) => {
    if (deposits.length === 0) return 'not-applicable'
    const unseen = deposits.flatMap(({ payments }) => payments?.unseen ?? [])
    const unique = [...new Map(unseen.map((one) => [`${one.contract} ${one.selector}`, one])).values()]
    const hits = unique.map(
      (one): Hit => ({
        severity: heldByKey(one) ? 'medium' : 'info',
        description: `${describeUnseen(one)} What it does to deposits is not known.`,
        evidence: { address: subject.address, ...unseenEvidence(one) },
      }),
    )
    return [...hits.slice(0, 3), ...(isUnexamined({ deposits, bytecode }) ? [notMade(subject.address, deposits)] : [])]
  },
})

function notMade(address: string, deposits: readonly JudgedDeposit[]): Hit {
  const calls = deposits.flatMap(({ selector, signature }) => signature ?? selector ?? [])
  const by =
    calls.length === 0 ? '' : ` Users paid it by ${calls.slice(0, 3).join(', ')}, which refused every repetition.`
  return {
    severity: 'info',
    description: `Redoubt could not pay this contract as a user, so what its privileged accounts can do to a deposit was not tried.${by}`,
    evidence: { address, refused: calls.slice(0, 6) },
  }
}
