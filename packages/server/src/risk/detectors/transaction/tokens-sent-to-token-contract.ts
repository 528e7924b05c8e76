import { defineDetector } from '../../detector.ts'
import { nameAsset } from '../../wording/nameAsset.ts'

export default defineDetector({
  id: 'tokens-sent-to-token-contract',
  title: 'Tokens sent to a token contract',
  why: 'A token contract is not a wallet: what is sent to it usually stays there for ever. Copying the token’s address instead of the receiver’s has cost users tens of millions of dollars.',
  advice: 'Use the receiver’s own address.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'wrong-recipient',
  needs: ['payees', 'counterparties', 'recipient'],
  detect: ({ payees, counterparties, recipient }) =>
    payees
      .filter(({ asset }) => asset !== null)
      .filter(({ address, asset }) => {
        const account = counterparties[address] ?? (recipient?.address === address ? recipient : undefined)
        return address === asset || (account?.class === 'contract' && account.token !== null)
      })
      .map(({ address, asset, amount }) => ({
        description: `You send the tokens to ${address === asset ? 'their own contract' : `the contract of ${nameAsset(counterparties[address]?.token?.symbol ?? null, address)}`}, where they are probably lost.`,
        evidence: { recipient: address, token: asset, amount: String(amount), ownContract: address === asset },
      })),
})
