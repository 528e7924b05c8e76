import { toFunctionSelector } from 'viem/utils'
import { defineDetector } from '../../detector.ts'
import { standingOf } from '../../standing.ts'
import { describeAsset } from '../../wording/formatAmount.ts'

/** Functions that promise to give or protect. Public incident reports and drainer kits name these. */
const LURES = [
  'claim()',
  'Claim()',
  'claim(address)',
  'claimReward()',
  'claimRewards()',
  'ClaimRewards()',
  'claimAirdrop()',
  'claimToken()',
  'claimTokens()',
  'airdrop()',
  'connect()',
  'Connect()',
  'connectWallet()',
  'verify()',
  'Verify()',
  'verifyWallet()',
  'validate()',
  'securityUpdate()',
  'SecurityUpdate()',
  'walletUpdate()',
  'migrate()',
  'networkMerge()',
  'NetworkMerge()',
  'unlock()',
  'register()',
  'getReward()',
]
const LURE_SELECTORS: ReadonlySet<string> = new Set(
  LURES.map((signature) => toFunctionSelector(`function ${signature}`)),
)
const LURE_NAMES =
  /^(claim|airdrop|connect|verify|validate|security_?update|wallet_?update|network_?merge|migrate|get_?rewards?)/i

export default defineDetector({
  id: 'lure-function',
  title: 'A call that promises to give, and takes',
  why: 'A function named like “claim” or “securityUpdate” should cost nothing but the network fee. Drainer kits use such names so that the wallet shows something harmless.',
  advice: 'Reject it and leave the site.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'loss',
  needs: ['decodedSteps', 'movements', 'recipient'],
  detect: ({ decodedSteps, movements, recipient }) => {
    const lures = decodedSteps.filter(
      ({ selector, functionName }) =>
        (selector !== null && LURE_SELECTORS.has(selector)) || (functionName !== null && LURE_NAMES.test(functionName)),
    )
    if (lures.length === 0) return 'not-applicable'
    const taken = movements.lost.filter(({ how }) => how !== 'sent')
    if (taken.length === 0 || movements.gained.length > 0) return []
    if (recipient && standingOf(recipient) === 'known') return []
    const name = lures[0]?.functionName ?? lures[0]?.selector ?? 'call'
    return [
      {
        description: `“${name}” sounds as if you receive something; instead you lose ${taken.map(describeAsset).join(', ')}.`,
        evidence: {
          function: name,
          selector: lures[0]?.selector ?? null,
          lost: taken.map(({ address, amount }) => `${amount} of ${address ?? 'native'}`),
        },
      },
    ]
  },
})
