import { dangerHit, dangerOf } from '../../contract/callers.ts'
import { FINDINGS_OF_SALES } from '../../contract/findingsOfSales.ts'
import { isTokenOnlyCall } from '../../derive/exits.ts'
import type { Loss } from '../../derive/shapes.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { JudgedFinding } from '../../facts/contractJudgement.ts'
import { nameAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'dangerous-token-purchase',
  title: 'Purchase of a dangerous token',
  why: 'The contract scan of the token found what its code, or the holder of a key, can do to every holder: stop all sales, take tokens, mint new ones, or replace the code. That you can sell it today says nothing about tomorrow.',
  advice: 'Do not buy it, unless you trust the owner of the token with all the money you put in.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  needs: ['purchaseJudgements', 'moved', 'payees', 'decodedSteps'],
  detect: ({ purchaseJudgements, moved, payees, decodedSteps }) => {
    const { lost = [], gained = [] } = moved?.movements ?? {}
    const isExit = lost.every(isReceipt)
    if (purchaseJudgements.length === 0 || isExit) return 'not-applicable'
    const paid = new Set([
      ...lost.flatMap(({ address, takers }) => takers.filter((taker) => taker !== address)),
      ...payees.flatMap(({ address, asset }) => (address === asset ? [] : [address])),
    ])
    const isRedeemed = lost.every(({ returned }) => returned === 'value')
    return purchaseJudgements.flatMap((judgement) => {
      const { address, account, findings } = judgement
      const calls = decodedSteps.filter(({ to }) => to === address)
      // A token that is called, or paid, is judged as such.
      if (paid.has(address) || (calls.length > 0 && !isTokenOnlyCall(calls, account))) return []
      if (!gained.some((one) => one.address === address)) return []
      // What its contract pays back in full needs no market.
      if (isRedeemed && findings.some(({ id }) => FINDINGS_OF_SALES.has(id))) return []
      const severity = dangerOf(judgement)
      if (severity === null || !findings.some(isShown)) return []
      const name = nameAsset(account.token?.symbol ?? null, address)
      return [dangerHit(judgement, severity, { what: `You get ${name} for your assets` })]
    })
  },
})

/** Findings that purchases judge by a rule of their own, which knows more: issuers of widely traded tokens freeze stolen funds. */
const OF_OWN_RULES: ReadonlySet<string> = new Set(['holder-freeze'])

/** A receipt that its issuer takes back, such as a share of a pool: what comes for it was the holder's already. */
function isReceipt({ address, usd, takers }: Loss): boolean {
  return address !== null && usd === null && takers.every((taker) => taker === address)
}

/** Whether it shows that a holder can lose all; findings of those who pay the contract say nothing of holders. */
function isShown({ id, severity, ofPayers, ofUnknown }: JudgedFinding): boolean {
  const isSerious = severity === 'critical' || severity === 'high'
  return isSerious && ofPayers !== true && ofUnknown !== true && !OF_OWN_RULES.has(id)
}
