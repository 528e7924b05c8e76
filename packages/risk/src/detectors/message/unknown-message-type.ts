import { defineDetector } from '../../detector.ts'
import { quote } from '../../wording/accountNames.ts'
import { listWords } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'unknown-message-type',
  title: 'Unknown message type',
  why: 'A contract with rules unknown to us decides what a signature of this type allows. An unknown type is no sign of safety: another account may receive the amounts in the message.',
  advice: 'Sign it only if you know the application and understand every member.',
  appliesTo: 'message',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  needs: ['message', 'intents'],
  detect: ({ message: { account, form }, intents }) =>
    intents.flatMap((intent) => {
      if (intent.kind !== 'unknown') return []
      const others = intent.addresses.filter(({ address }) => address !== account)
      const risky = intent.moves.length > 0 || others.length > 0
      const paths = [...intent.moves.map(({ path }) => path), ...others.map(({ path }) => path)]
      return [
        {
          severity: risky ? ('medium' as const) : ('low' as const),
          description: `The effect of ${form.type === 'typed-data' ? quote(form.primaryType) : 'the message'} is unknown${paths.length > 0 ? `; it names ${listWords(paths.map(quote))}` : ''}.`,
          evidence: {
            verifier: intent.verifier,
            addresses: others.map(({ path, address }) => `${path}: ${address}`),
            amounts: intent.moves.map(({ path, amount }) => `${path}: ${amount}`),
          },
        },
      ]
    }),
})
