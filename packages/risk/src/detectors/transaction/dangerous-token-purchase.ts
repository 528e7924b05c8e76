import { dangerHit, dangerOf } from '../../contract/callers.ts'
import { FINDINGS_OF_SALES } from '../../contract/findingsOfSales.ts'
import { isRedeemed, purchaseTest } from '../../derive/boughtTokens.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { JudgedFinding } from '../../facts/contractJudgement.ts'
import { nameAsset } from '../../wording/assetNames.ts'

/** The most of a medium level. */
const MAX_OF_MINT = 59

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
    const isBought = purchaseTest({ moved, payees, decodedSteps })
    if (purchaseJudgements.length === 0 || isBought === null) return 'not-applicable'
    return purchaseJudgements.flatMap((judgement) => {
      const { address, account, findings } = judgement
      if (!isBought(account)) return []
      if (isRedeemed({ moved }) && findings.some(({ id }) => FINDINGS_OF_SALES.has(id))) return []
      const severity = dangerOf(judgement)
      if (severity === null) return []
      const what = `You get ${nameAsset(account.token?.symbol ?? null, address)} for your assets`
      if (findings.some(isShown)) return [dangerHit(judgement, severity, { what })]
      if (!findings.some(isMint)) return []
      const atLeast = Math.min(judgement.riskScore, MAX_OF_MINT)
      return [{ ...dangerHit(judgement, 'medium', { what }), atLeast, title: 'Purchase of a mintable token' }]
    })
  },
})

/** Findings that purchases judge by a rule of their own, which knows more: issuers of widely traded tokens freeze stolen funds. */
const OF_OWN_RULES: ReadonlySet<string> = new Set(['holder-freeze'])

/** Whether a key can mint tokens and sell them for a large part of the pool: as a strong finding of medium severity says. */
function isMint({ id, severity, ofUnknown }: JudgedFinding): boolean {
  return id === 'mintable-supply' && severity === 'medium' && ofUnknown !== true
}

/** Whether it shows that a holder can lose all; findings of those who pay the contract say nothing of holders. */
function isShown({ id, severity, ofPayers, ofUnknown }: JudgedFinding): boolean {
  const isSerious = severity === 'critical' || severity === 'high'
  return isSerious && ofPayers !== true && ofUnknown !== true && !OF_OWN_RULES.has(id)
}
