import { defineDetector } from '../../detector.ts'
import { resemblance } from '../../resemblance.ts'
import { fullAddress } from '../../wording/fullAddress.ts'
import { shortAddress } from '../../wording/shortAddress.ts'

export default defineDetector({
  id: 'sign-in-address-mismatch',
  title: 'The sign-in is for another account',
  why: 'A sign-in message (EIP-4361) names the account it is for. The signature of another account is refused by sites that check it, and accepted by those that are careless.',
  advice: 'Do not sign it; choose the account you want to sign in with and start again.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  family: 'sign-in',
  needs: ['message', 'intents'],
  detect: ({ message, intents }) =>
    intents.flatMap((intent) => {
      if (intent.kind !== 'sign-in' || intent.address === null || intent.address === message.account) return []
      const write = resemblance(intent.address, message.account) === null ? shortAddress : fullAddress
      return [
        {
          description: `The message signs in ${write(intent.address)}; you are asked as ${write(message.account)}.`,
          evidence: { named: intent.address, account: message.account, domain: intent.domain },
        },
      ]
    }),
})
