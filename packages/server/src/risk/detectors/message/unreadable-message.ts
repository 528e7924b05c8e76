import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'unreadable-message',
  title: 'The message cannot be read',
  why: 'What you are asked to sign is bytes that are no text and no form we know. Wallets show them as gibberish, and only whoever made them knows what they are good for.',
  advice: 'Do not sign it. Ask the site for a text or for typed data.',
  appliesTo: 'message',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  needs: ['message', 'intents'],
  detect: ({ message: { form, method }, intents }) =>
    form.type === 'bytes' && intents.length === 0
      ? [
          {
            description: 'The message is bytes that nobody can read.',
            evidence: { method, bytes: Math.max(0, form.bytes.length / 2 - 1), begins: form.bytes.slice(0, 66) },
          },
        ]
      : [],
})
