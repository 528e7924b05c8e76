import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'nft-seizure-by-owner',
  title: 'Owner seizure of holders’ NFTs',
  why: 'In simulation, a privileged call took an NFT out of an account that had agreed to nothing.',
  advice: 'Do not buy from this collection.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'seizure',
  needs: ['capabilities', 'privileged', 'subject', 'bytecode'],
  detect: ({ bytecode, ...facts }) => {
    if (bytecode?.standard !== 'erc721' && bytecode?.standard !== 'erc1155') return 'not-applicable'
    return capabilityHits(facts, {
      can: 'move or burn NFTs of any holder',
      severity: ({ kind, state }, caller) => {
        if (kind !== 'burn-from-others' && kind !== 'balance-write' && kind !== 'pull-approved-tokens') return null
        if (caller === 'anyone' && state === 'effective') return 'critical'
        return state === 'effective' ? 'high' : 'medium'
      },
    })
  },
})
