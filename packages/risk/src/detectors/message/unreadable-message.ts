import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'unreadable-message',
  title: 'Unreadable message bytes',
  why: 'The site asks you to sign bytes in no text encoding or format we know. Wallets show them as gibberish, and only their author knows what the signature allows.',
  advice: 'Do not sign it. Ask the site for a text or for typed data.',
  appliesTo: 'message',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  needs: ['message', 'intents'],
  detect: ({ message: { form, method }, intents }) =>
    form.type === 'bytes' && intents.every(({ kind }) => kind === 'unknown')
      ? [
          {
            description: 'The message consists of unreadable bytes.',
            evidence: { method, bytes: Math.max(0, form.bytes.length / 2 - 1), begins: form.bytes.slice(0, 66) },
          },
        ]
      : [],
})
