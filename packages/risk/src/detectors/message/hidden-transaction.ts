import { CHAIN_IDS } from '../../chain.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'hidden-transaction',
  title: 'Transaction disguised as a message',
  why: 'The message is a transaction of your account in disguise. If a wallet signs the bytes as they are, anyone can send it; no honest site needs that.',
  advice: 'Do not sign it, and leave the site.',
  appliesTo: 'message',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  needs: ['message', 'intents', 'named', 'block'],
  detect: ({ message, intents, named, block }) =>
    intents.flatMap((intent) => {
      if (intent.kind !== 'hidden-transaction') return []
      const { transaction, chainId } = intent
      const to = transaction?.to ?? null
      const elsewhere = chainId !== null && chainId !== BigInt(CHAIN_IDS[block.chain])
      return [
        {
          description: `The message is a transaction of your account${to ? ` to ${nameAccount(to, named[to])}` : ''}${elsewhere ? ` on the network with chain id ${chainId}` : ''}.`,
          evidence: {
            method: message.method,
            chainId: chainId === null ? null : String(chainId),
            to,
            value: transaction ? String(transaction.value) : null,
            selector: transaction && transaction.data.length >= 10 ? transaction.data.slice(0, 10) : null,
          },
        },
      ]
    }),
})
