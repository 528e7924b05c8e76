import { defineDetector } from '../../engine/detector.ts'
import { severityOfLevel } from '../../engine/judgedParts.ts'

export default defineDetector({
  id: 'harmful-partial-bundle',
  title: 'Harmful partial execution of a bundle',
  why: 'A wallet may make the calls of this bundle one by one (EIP-5792, `atomicRequired: false`). Who sees the first call can make a later one fail, and keep what the first one gave: an approval that the bundle would have revoked, or a payment whose return never comes.',
  advice: 'Reject it, or ask the site for an atomic bundle (`atomicRequired: true`).',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  needs: ['harmfulPrefixes'],
  detect: ({ harmfulPrefixes }) =>
    harmfulPrefixes.map(({ lastCall, calls, riskScore, riskLevel, findings }) => ({
      severity: severityOfLevel(riskLevel),
      atLeast: riskScore,
      description: `If only ${lastCall === 1 ? 'call 1' : `calls 1 to ${lastCall}`} of ${calls} ${lastCall === 1 ? 'is' : 'are'} made: ${findings[0]?.description ?? 'the outcome is worse.'}`,
      evidence: {
        lastCall,
        calls,
        score: riskScore,
        level: riskLevel,
        findings: findings.map(({ id }) => id),
      },
    })),
})
