import { defineDetector } from '../../detector.ts'

/** Creator-fee enforcement: the registries of OpenSea and Limit Break that collections ask before an approval. */
const RESTRICTIONS =
  /operatorFilter|OperatorFilter|setTransferValidator|setToDefaultSecurityPolicy|approvedOperators|lockApproval/

export default defineDetector({
  id: 'nft-approval-restriction',
  title: 'Only some marketplaces may trade it',
  why: 'The collection asks a list before it lets a marketplace move tokens. Meant to enforce creators’ fees; whoever keeps the list decides where you can sell.',
  advice: 'Check that the marketplace you want to use is allowed.',
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
        description: 'Its code restricts which marketplaces may be approved.',
        evidence: {
          address: bytecode.address,
          functions: found.map(({ signature, selector }) => signature ?? selector),
        },
      },
    ]
  },
})
