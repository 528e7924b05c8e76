import { defineDetector } from '../../detector.ts'

/** Creator-fee enforcement: the registries of OpenSea and Limit Break that collections ask before an approval. */
const RESTRICTIONS =
  /operatorFilter|OperatorFilter|setTransferValidator|setToDefaultSecurityPolicy|approvedOperators|lockApproval/

export default defineDetector({
  id: 'nft-approval-restriction',
  title: 'NFT marketplace restriction',
  why: 'The collection checks a list before it lets a marketplace move tokens. The list is meant to enforce creators’ fees; its administrator decides where you can sell.',
  advice: 'Check that the list allows the marketplace you want to use.',
  appliesTo: 'contract',
  category: 'liquidity',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  needs: ['bytecode'],
  detect: ({ bytecode }) => {
    if (bytecode?.standard !== 'erc721' && bytecode?.standard !== 'erc1155') return 'not-applicable'
    const found = bytecode.functions.filter(({ signature }) => RESTRICTIONS.test(signature ?? ''))
    if (found.length === 0) return []
    return [
      {
        description: 'The collection’s code limits which marketplaces you can approve.',
        evidence: {
          address: bytecode.address,
          functions: found.map(({ signature, selector }) => signature ?? selector),
        },
      },
    ]
  },
})
