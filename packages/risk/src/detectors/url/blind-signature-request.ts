import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'blind-signature-request',
  title: 'Blind signature request (eth_sign)',
  why: 'With `eth_sign` a wallet signs a bare hash, which may be any transaction. Wallets have disabled it, and no honest page needs it (EIP-1193 wallets’ deprecation notices).',
  advice: 'Reject the request in your wallet, and leave the page.',
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
        description: 'The page asks for a signature with eth_sign.',
        evidence: { method, params: params.slice(0, 300), unprompted },
      })),
})
