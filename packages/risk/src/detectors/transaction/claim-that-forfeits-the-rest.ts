import { defineDetector } from '../../engine/detector.ts'
import type { DecodedCall } from '../../facts/decodedCall.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { describeAsset, formatUsd } from '../../wording/assetNames.ts'

/** What later calls must bring against calls from now on, as a ratio and in USD, so that interest is no loss. */
const MIN_RATIO = 1.5
const MIN_USD = 100
/** Share of the whole that is given up, from which on it is most of it. */
const MAJORITY = 0.5
/** Names of functions that tell of a price for leaving before the time. */
const EARLY_EXIT = /early|penal|forfeit|emergency|instant|rage|cancel|abandon/i

export default defineDetector({
  id: 'claim-that-forfeits-the-rest',
  title: 'Withdrawal that forfeits the rest',
  why: 'The contract pays you now, and this call ends its debt to you. Redoubt made the call now and again after 30 and 400 days, and then only later: waiting brings much more in all. The rest stays in the contract, or goes to its owner.',
  advice: 'Wait until all of it can be claimed, or ask why a first claim gives up the rest.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'loss',
  needs: ['delayedClaim', 'decodedCall', 'recipient'],
  detect: ({ delayedClaim, decodedCall, recipient }) => {
    if (delayedClaim === null) return 'not-applicable'
    const { contract, asset, now, later, days, otherFunction, nowUsd, laterUsd } = delayedClaim
    if (laterUsd < nowUsd * MIN_RATIO || laterUsd - nowUsd < MIN_USD) return []
    const named = (amount: bigint) =>
      describeAsset({ ...asset, assetType: asset.address === null ? 'native' : 'erc20', tokenId: null, amount })
    const when = days.map((day) => `${day} days`).join(' and ')
    const isMost = (laterUsd - nowUsd) / laterUsd >= MAJORITY
    return [
      {
        severity: otherFunction !== null || isEarlyExit(decodedCall) || !isMost ? 'medium' : 'high',
        description: `${nameAccount(contract, recipient)} pays you ${named(now)} in all if you make this call now, and ${named(later)} if you first make it after ${when}: about ${formatUsd(laterUsd - nowUsd)} more.${otherFunction === null ? '' : ` Its function ${otherFunction} pays the same then.`} Confirmed in simulation.`,
        evidence: {
          contract,
          asset: asset.address ?? 'native',
          claimedFromNow: String(now),
          claimedLater: String(later),
          afterDays: when,
          otherFunction,
          nowUsd: Math.round(nowUsd),
          laterUsd: Math.round(laterUsd),
        },
      },
    ]
  },
})

function isEarlyExit({ functionName }: DecodedCall): boolean {
  return functionName !== null && EARLY_EXIT.test(functionName)
}
