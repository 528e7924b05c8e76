import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { WalletRequest } from '../../facts/browsing.ts'
import { quote } from '../../wording/accountNames.ts'

/** What the scan of a request found is said of the page as it was said of the request. */
const SEVERITY: Readonly<Record<string, Severity>> = { critical: 'critical', high: 'high', medium: 'medium' }

export default defineDetector({
  id: 'dangerous-wallet-request',
  title: 'Dangerous transaction or signature request',
  why: 'A browser opened the page with a wallet that sends nothing, and we simulated the page’s request as a transaction or signature: this would have happened.',
  advice: 'Do not sign it, and leave the page.',
  appliesTo: 'url',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'requested',
  needs: ['browsing'],
  detect: ({ browsing }) => browsing.requests.flatMap(hitOf),
})

function hitOf({ method, chain, scan, unprompted }: WalletRequest) {
  const severity = scan === null ? undefined : SEVERITY[scan.riskLevel]
  if (scan === null || severity === undefined) return []
  const worst = scan.findings[0]
  return [
    {
      severity,
      // What a customer looks at twice is no accusation of the page.
      soft: severity === 'medium',
      description: `The page asks for ${scan.kind === 'transaction' ? 'a transaction' : 'a signature'} with risk level ${scan.riskLevel}${worst ? `: ${quote(worst.title)}` : ''}.`,
      evidence: {
        method,
        chain,
        unprompted,
        riskScore: scan.riskScore,
        recommendation: scan.recommendation,
        findings: scan.findings.slice(0, 6).map(({ id, title }) => `${id}: ${title}`),
      },
    },
  ]
}
