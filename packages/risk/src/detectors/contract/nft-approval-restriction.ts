import { toFunctionSelector } from 'viem/utils'
import type { Hex } from '../../address.ts'
import { defineDetector } from '../../engine/detector.ts'

/** Creator-fee enforcement: the registries of OpenSea and Limit Break that collections ask before an approval. */
const RESTRICTIONS =
  /operatorFilter|OperatorFilter|OPERATOR_FILTER|setTransferValidator|setToDefaultSecurityPolicy|approvedOperators|lockApproval/

/** The same by selector: an unverified collection tells no names. */
const SELECTORS: ReadonlyMap<Hex, string> = new Map(
  [
    'OPERATOR_FILTER_REGISTRY()',
    'operatorFilterRegistry()',
    'isOperatorFilterRegistryRevoked()',
    'updateOperatorFilterRegistryAddress(address)',
    'operatorFilteringEnabled()',
    'setOperatorFilteringEnabled(bool)',
    'setTransferValidator(address)',
    'setToDefaultSecurityPolicy()',
    'setToCustomSecurityPolicy(uint8,uint120,uint120)',
  ].map((signature) => [toFunctionSelector(`function ${signature}`), signature]),
)

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
    const found = bytecode.functions.flatMap(({ selector, signature }) => {
      const named = signature ?? SELECTORS.get(selector) ?? ''
      return RESTRICTIONS.test(named) ? [named] : []
    })
    if (found.length === 0) return []
    return [
      {
        description: 'The collection’s code limits which marketplaces you can approve.',
        evidence: {
          address: bytecode.address,
          functions: found,
        },
      },
    ]
  },
})
