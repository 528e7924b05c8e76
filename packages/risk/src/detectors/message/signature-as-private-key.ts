import { defineDetector } from '../../engine/detector.ts'
import type { MessageForm } from '../../facts/signedMessage.ts'

/** Texts whose signature is the seed of a key, or opens an account, as protocols that ask for no other words write them. */
const SEEDS: readonly RegExp[] = [
  /only sign this (?:message|request)?.{0,40}(?:trusted|official|on)\b/i,
  /(?:access|unlock|generate|derive|create).{0,40}\b(?:zksync|stark(?:net|ex|ware)?|l2|layer ?2|trading|stealth|encryption|viewing|spending|private)\b.{0,20}\b(?:keys?|account)\b/i,
  /\baccess zksync account\b/i,
  /\b(?:stark|l2|trading|encryption|viewing|spending|private|session) keys?\b/i,
  /\bdydx chain onboarding\b/i,
]

/** Making a key or opening what a key opens, and a key, in one sentence: whatever the protocol is called. */
const MAKES =
  /(?<![\p{L}])(?:generat|deriv|creat|comput|restor|recover|unlock|access|initiali[sz]|enabl|generar|crear|deriv|gerar|criar|génér|cré|erzeug|generier|ableit|создать|сгенер|восстанов|открыть)|生成|创建|創建|派生|导出|作成|解除|생성|만들/iu
/** The noun itself: “key features” and “API keys” are other things. */
const KEY =
  /(?<![\p{L}])(?:(?<!api[ -])(?:keys?|key ?pairs?|starkkeys?)(?=\s*(?:$|[.,:()"“”]|(?:for|to|from|of|on|in|with|by|that|which|and|will|is|are|lets?|used|nonce|pair)(?![\p{L}])))|(?:claves?|chaves?|clés?|schlüssel(?:paar)?|ключ\p{L}*)(?![\p{L}]))|密钥|密鑰|私钥|秘密鍵|暗号鍵|키를|개인키/iu

function isSeed(text: string): boolean {
  const sentences = text.split(/[\n!?。！？]|\.(?=\s|$)/u)
  return SEEDS.some((pattern) => pattern.test(text)) || sentences.some((one) => MAKES.test(one) && KEY.test(one))
}

/** Typed data that moves nothing: a request for a signature alone. */
const SEED_KINDS: readonly string[] = ['unknown']

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
    const texts = textsOf(form)
    if (texts.length === 0 || intents.some(({ kind }) => kind === 'sign-in')) return 'not-applicable'
    if (form.type === 'typed-data' && intents.some(({ kind }) => !SEED_KINDS.includes(kind))) return 'not-applicable'
    if (!texts.some(isSeed)) return []
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

/** A text, or what typed data says in words: dYdX asks for its keys as `action`, others as `message` or `statement`. */
function textsOf(form: MessageForm): string[] {
  if (form.type === 'text') return [form.text]
  if (form.type !== 'typed-data') return []
  return form.parameters.flatMap(({ type, value }) => (type === 'string' ? value : []))
}
