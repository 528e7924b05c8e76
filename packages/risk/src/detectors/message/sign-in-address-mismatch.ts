import { resemblance } from '../../accounts/resemblance.ts'
import { defineDetector } from '../../engine/detector.ts'
import { fullAddress, shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'sign-in-address-mismatch',
  title: 'Sign-in message for another account',
  why: 'A sign-in message (EIP-4361) names its account. Careful sites refuse another account’s signature; careless sites accept it.',
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
          description: `The message signs in ${write(intent.address)}, but your account is ${write(message.account)}.`,
          evidence: { named: intent.address, account: message.account, domain: intent.domain },
        },
      ]
    }),
})
