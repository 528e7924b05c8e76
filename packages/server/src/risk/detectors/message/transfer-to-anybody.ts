import { defineDetector } from '../../detector.ts'
import { isExpired } from '../../message/isExpired.ts'
import { shortAddress } from '../../wording/shortAddress.ts'

export default defineDetector({
  id: 'transfer-to-anybody',
  title: 'Whoever comes first takes the tokens',
  why: 'The signature lets tokens leave and names neither who may use it nor who receives them. Whoever sees it, in a mempool or a log, may take them.',
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
                description: `Anybody who has the signature may take your tokens of ${shortAddress(intent.token)}.`,
                evidence: { token: intent.token, from: intent.from, amount: String(intent.amount) },
              },
            ]
          : [],
      ),
})
