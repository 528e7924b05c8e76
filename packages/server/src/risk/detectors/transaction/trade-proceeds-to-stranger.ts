import { defineDetector } from '../../detector.ts'
import { standingOf } from '../../standing.ts'
import { describeAsset } from '../../wording/formatAmount.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

export default defineDetector({
  id: 'trade-proceeds-to-stranger',
  title: 'Somebody else receives what you buy',
  why: 'The call names a receiver for the proceeds and it is not you. Fake front-ends fill in their own address; the rest of the trade looks right.',
  advice: 'Reject it unless you chose this receiver yourself.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'loss',
  needs: ['movements', 'decodedSteps', 'balanceChanges', 'counterparties', 'principals', 'senderHistory'],
  detect: ({ movements, decodedSteps, balanceChanges, counterparties, principals, senderHistory }) => {
    const given = movements.lost.filter(({ how }) => how !== 'sent')
    if (given.length === 0 || movements.gained.length > 0) return []
    const assets = new Set(given.map(({ address }) => address))
    const familiar = new Set(senderHistory.filter(({ zeroValue }) => !zeroValue).map(({ address }) => address))
    const named = JSON.stringify(
      decodedSteps.map(({ parameters }) => parameters.map(({ value }) => value)),
    ).toLowerCase()
    return balanceChanges
      .filter(({ account, change, address }) => change > 0n && !assets.has(address) && !principals.includes(account))
      .filter(({ account }) => named.includes(account.slice(2)) && !familiar.has(account))
      .flatMap((row) => {
        const receiver = counterparties[row.account]
        if (!receiver || !['person', 'flagged'].includes(standingOf(receiver))) return []
        return [
          {
            description: `You give ${given.map(describeAsset).join(', ')}, but ${nameAccount(row.account, receiver)} receives the ${describeAsset({ ...row, amount: row.change })}.`,
            evidence: { receiver: row.account, asset: row.address ?? 'native', amount: String(row.change) },
          },
        ]
      })
  },
})
