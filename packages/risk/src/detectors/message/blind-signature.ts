import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'blind-signature',
  title: 'Blind signature of a hash',
  why: 'A bare hash hides its content: it may be a transaction that empties the account, an order, or a Safe transaction. `eth_sign` signs any of them; wallets have disabled it for that reason. With `personal_sign` the hash cannot be a transaction of this account, but Safes and ERC-4337 accounts accept it.',
  advice: 'Do not sign it. Ask the site for typed data, which your wallet can show.',
  appliesTo: 'message',
  category: 'code',
  severity: 'critical',
  confidence: 'medium',
  needs: ['message', 'intents'],
  detect: ({ message, intents }) => {
    if (message.method !== 'eth_sign' && !intents.some(({ kind }) => kind === 'blind')) return []
    const [hash] = intents.flatMap((intent) => (intent.kind === 'blind' ? [intent.hash] : []))
    const raw = message.method === 'eth_sign'
    // The owners of a Safe sign all of its messages like this.
    const wrapped = message.form.type === 'typed-data'
    return [
      {
        severity: raw ? 'critical' : wrapped ? 'medium' : 'high',
        description: raw
          ? 'The site asks the wallet to sign a raw hash (eth_sign), which can be any transaction.'
          : 'The site asks you to sign a hash; its content is hidden.',
        evidence: { method: message.method, hash: hash ?? null },
      },
    ]
  },
})
