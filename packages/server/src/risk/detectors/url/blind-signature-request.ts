import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'blind-signature-request',
  title: 'It asks to sign what nobody can read',
  why: 'With `eth_sign` a wallet signs a bare number, which may be any transaction. Wallets have switched it off, and no honest page needs it (EIP-1193 wallets’ deprecation notices).',
  advice: 'Refuse it, and leave the page.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'requested',
  needs: ['browsing'],
  detect: ({ browsing }) =>
    browsing.requests
      .filter(({ method }) => method === 'eth_sign')
      .slice(0, 1)
      .map(({ method, params, unprompted }) => ({
        description: 'It asks for a signature with eth_sign.',
        evidence: { method, params: params.slice(0, 300), unprompted },
      })),
})
