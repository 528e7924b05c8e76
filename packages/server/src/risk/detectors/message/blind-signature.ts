import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'blind-signature',
  title: 'You cannot see what you sign',
  why: 'A bare hash says nothing of what it stands for: a transaction that empties the account, an order, a Safe transaction. `eth_sign` signs any of them; wallets have switched it off for that. With `personal_sign` the hash cannot be a transaction of this account, but Safes and ERC-4337 accounts accept it.',
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
          ? 'The wallet is asked to sign whatever hash it is given.'
          : 'What you are asked to sign is a hash; what it stands for is not shown.',
        evidence: { method: message.method, hash: hash ?? null },
      },
    ]
  },
})
