import { defineDetector } from '../../detector.ts'
import { isExpired } from '../../message/permissions.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'transfer-signature-without-recipient',
  title: 'Token transfer signature without recipient',
  why: 'The signature lets tokens leave and names neither a spender nor a recipient. Anyone who sees it, in a mempool or a log, can take them.',
  advice: 'Do not sign it.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'approval',
  needs: ['intents', 'block'],
  detect: ({ intents, block }) =>
    intents
      .filter((intent) => !isExpired(intent, block))
      .flatMap((intent) =>
        intent.kind === 'transfer' && intent.to === null && intent.spender === null && intent.amount > 0n
          ? [
              {
                description: `Anyone who has the signature can take your tokens of ${shortAddress(intent.token)}.`,
                evidence: { token: intent.token, from: intent.from, amount: String(intent.amount) },
              },
            ]
          : [],
      ),
})
