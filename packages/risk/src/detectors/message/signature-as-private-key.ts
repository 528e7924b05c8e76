import { defineDetector } from '../../detector.ts'

/** Texts whose signature is the seed of a key, or opens an account, as the protocols themselves word them. */
const SEEDS: readonly RegExp[] = [
  /only sign this (?:message|request)?.{0,40}(?:trusted|official|on)\b/i,
  /(?:access|unlock|generate|derive|create).{0,40}\b(?:zksync|stark(?:net|ex|ware)?|l2|layer ?2|trading|stealth|encryption|viewing|spending|private)\b.{0,20}\b(?:keys?|account)\b/i,
  /\baccess zksync account\b/i,
  /\b(?:stark|l2|trading|encryption|viewing|spending|private|session) keys?\b/i,
]

export default defineDetector({
  id: 'signature-as-private-key',
  title: 'Signature used as a private key',
  why: 'Some protocols derive a private key from your signature of a fixed text. An attacker with that signature has the key, and can take your assets in that protocol; no chain shows it.',
  advice: 'Sign it only on the protocol’s own site, opened by yourself.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  needs: ['message', 'intents', 'origin'],
  detect: ({ message: { form }, intents, origin }) => {
    if (form.type !== 'text' || intents.some(({ kind }) => kind === 'sign-in')) return 'not-applicable'
    if (!SEEDS.some((pattern) => pattern.test(form.text))) return []
    const official = origin?.official ?? null
    return [
      {
        severity: official !== null && origin?.listed.length === 0 ? 'low' : origin === null ? 'medium' : 'high',
        description: `Protocols derive a private key from a text like this${origin === null ? '' : `, and ${origin.host} asks for it`}.`,
        evidence: { origin: origin?.host ?? null, official },
      },
    ]
  },
})
