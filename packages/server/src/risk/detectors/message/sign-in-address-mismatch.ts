import { defineDetector } from '../../detector.ts'
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
    intents.flatMap((intent) =>
      intent.kind === 'sign-in' && intent.address !== null && intent.address !== message.account
        ? [
            {
              description: `The message signs in ${shortAddress(intent.address)}; you are asked as ${shortAddress(message.account)}.`,
              evidence: { named: intent.address, account: message.account, domain: intent.domain },
            },
          ]
        : [],
    ),
})
