import { signatureHeaders, signedBody } from '../../src/webhooks/sign.ts'
import type { Random } from '../schedule/random.ts'

/** What a receiver is handed. Without headers the signature in the body counts, with a tolerance that of Standard Webhooks. */
export type Case = {
  id: string
  data: object
  secret: string
  body: Buffer
  headers: Record<string, string>
  /** `X-Svc-Signature`, whether it is handed over or not. */
  own: string
  toleranceSeconds: number | null
  now: number
}
type Way = 'header' | 'body' | 'standard'

const NOW = 1_790_000_000
const RANGES: [number, number][] = [
  [0, 0x20],
  [0x20, 0x7f],
  [0x7f, 0x100],
  [0x600, 0x700],
  [0x2000, 0x2070],
  [0x3040, 0x3100],
  [0xd800, 0xe000],
  [0xfff0, 0x10000],
  [0x1f300, 0x1f700],
  [0x10ff00, 0x110000],
]

/** An event of all of Unicode, signed by the program; the way in which it is to be verified. */
export function makeCase(random: Random, index: number, secret: string, way: Way): Case {
  const id = `evt_${index}`
  const data = { text: text(random, 40), [`n${text(random, 5)}`]: [text(random, 9), index, null, { b: true }] }
  const event = { id, type: random.pick(['approval.new', text(random, 6)]), timestamp: text(random, 8) }
  const body = signedBody({ ...event, data: JSON.stringify(data) }, secret)
  const all = signatureHeaders({ ...event, deliveryId: 'dlv_1' }, body, [secret], NOW * 1_000)
  const own = all['x-svc-signature'] ?? ''
  const headers = way === 'standard' ? all : way === 'header' ? { 'x-svc-signature': own } : {}
  return {
    id,
    data,
    secret,
    headers,
    own,
    body: Buffer.from(body),
    toleranceSeconds: way === 'standard' ? 300 : null,
    now: NOW,
  }
}

/** The same with one bit of the body, or of what the header says, turned over. */
export function changed(random: Random, given: Case): Case {
  const names = Object.keys(given.headers).filter((name) => CHECKED[given.toleranceSeconds === null ? 0 : 1].has(name))
  if (names.length === 0 || random.below(2) === 0) return { ...given, body: flipped(random, given.body) }
  const name = random.pick(names)
  const value = flipped(random, Buffer.from(given.headers[name] ?? '', 'latin1')).toString('latin1')
  const own = name === 'x-svc-signature' ? value : given.own
  return { ...given, own, headers: { ...given.headers, [name]: value } }
}

/** What the way of verification looks at. */
const CHECKED = [
  new Set(['x-svc-signature']),
  new Set(['webhook-id', 'webhook-timestamp', 'webhook-signature']),
] as const

function flipped(random: Random, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const bit = random.below(copy.length * 8)
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return copy
}

function text(random: Random, max: number): string {
  return Array.from({ length: random.below(max + 1) }, () => {
    const [from, to] = random.pick(RANGES)
    return String.fromCodePoint(from + random.below(to - from))
  }).join('')
}
