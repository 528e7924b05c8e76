import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'recipient-on-another-network',
  title: 'Recipient contract on another network',
  why: 'On this network the address has no code and has never signed anything; on another network it is a contract. Its owner often cannot reach it here: deposits sent on the wrong network are usually lost.',
  advice: 'Check that your wallet is on the right network.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'wrong-recipient',
  needs: ['transaction', 'recipient', 'codeOnOtherNetworks', 'block'],
  detect: ({ transaction, recipient, codeOnOtherNetworks, block }) => {
    // An account that has signed here has a key here, whatever it is elsewhere (EIP-7702 gives people code).
    if (recipient === null || recipient.class !== 'eoa' || recipient.nonce > 0n) return []
    const elsewhere = codeOnOtherNetworks
      .filter(({ chain, hasCode }) => hasCode && chain !== block.chain)
      .map(({ chain }) => chain)
    if (elsewhere.length === 0 || (transaction.value === 0n && transaction.data === '0x')) return []
    return [
      {
        description: `${shortAddress(recipient.address)} has no code on ${block.chain} but is a contract on ${elsewhere.join(' and ')}.`,
        evidence: { recipient: recipient.address, chain: block.chain, contractOn: elsewhere },
      },
    ]
  },
})
