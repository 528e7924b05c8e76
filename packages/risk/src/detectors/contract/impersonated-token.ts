import { genuineLabel } from '../../contract/genuine.ts'
import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'impersonated-token',
  title: 'Impersonated token name or symbol',
  why: 'The symbol or name is that of a famous token, or imitates it with other letters, but the address is different. Wallets show the name; the address decides what you own.',
  advice: 'Compare the address with the one on the famous project’s site.',
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
        description: `The token’s ${by} ${exact ? 'is' : 'looks like'} that of ${original}, which is ${address ? `at ${shortAddress(address)}` : 'the network’s native coin'}.`,
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
