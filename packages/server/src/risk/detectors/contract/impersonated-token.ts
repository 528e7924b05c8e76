import { genuineLabel } from '../../contract/genuine.ts'
import { defineDetector } from '../../detector.ts'
import { shortAddress } from '../../wording/shortAddress.ts'

export default defineDetector({
  id: 'impersonated-token',
  title: 'It carries the name of another token',
  why: 'Its symbol or name is that of a famous token, or looks like it in other letters, and the address is another. Wallets show the name; the address decides what you own.',
  advice: 'Compare the address with the one the famous project publishes.',
  appliesTo: 'contract',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  needs: ['imitates', 'token', 'subject'],
  detect: ({ imitates, token, subject }) => {
    if (imitates === null || token === null) return 'not-applicable'
    if (genuineLabel(subject)) return []
    const { by, exact, symbol, name, address } = imitates
    const original = by === 'symbol' ? symbol : name
    return [
      {
        // The whole name, or letters chosen to look like it, is no accident; honest small tokens share symbols.
        severity: by === 'name' || !exact ? 'high' : 'medium',
        description: `Its ${by} ${exact ? 'is' : 'looks like'} that of ${original}, which is ${address ? `at ${shortAddress(address)}` : 'the network’s own coin'}.`,
        evidence: {
          token: subject.address,
          by,
          exact,
          symbol: token.symbol,
          name: token.name,
          original: address,
          originalSymbol: symbol,
          originalName: name,
        },
      },
    ]
  },
})
