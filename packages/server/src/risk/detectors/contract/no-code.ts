import { defineDetector } from '../../detector.ts'
export default defineDetector({
  id: 'no-code',
  title: 'There is no contract at this address',
  why: 'The address has no code on this network at this block: a person’s account, a contract on another network, one that destroyed itself, or one that is still to be created. Nothing can be said of what its code may do.',
  advice: 'Check the network and the address. Use the wallet scan for a person’s account.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  soft: true,
  needs: ['subject', 'block'],
  detect: ({ subject, block }) => {
    if (subject.class !== 'eoa') return []
    const used = subject.nonce > 0n
    return [
      {
        description: used
          ? 'It has no code and has sent transactions: a person’s account.'
          : 'It has no code and has sent nothing; a contract may be created here later.',
        evidence: {
          address: subject.address,
          chain: block.chain,
          block: String(block.number),
          nonce: String(subject.nonce),
          balance: String(subject.balance),
        },
      },
    ]
  },
})
