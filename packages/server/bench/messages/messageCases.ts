import { ACCOUNTS } from './accountCases.ts'
import { drawsOf, mulberry32 } from './drawsOf.ts'
import { ORDERS } from './orderCases.ts'
import { PERMITS } from './permitCases.ts'

/** One body of POST /v1/scan/message, without options. `id`: its class. */
export type MessageCase = { id: string; hostile: boolean; body: Record<string, unknown> }

// The order decides what each case draws.
const CLASSES = { ...PERMITS, ...ORDERS, ...ACCOUNTS }

/** Every class `count` times hostile and `count` times honest, the same for the same seed. */
export function messageCases(seed: number, count: number): MessageCase[] {
  const random = mulberry32(seed)
  return Object.entries(CLASSES).flatMap(([id, make]) =>
    Array.from({ length: 2 * count }, (_, at) => {
      const hostile = at % 2 === 0 || NOT_DEPLOYED.has(id)
      return { id, hostile, body: make(drawsOf(random, ON_ETHEREUM.has(id)), hostile) }
    }),
  )
}

/** Classes whose verifier is at home on Ethereum. */
const ON_ETHEREUM: ReadonlySet<string> = new Set([
  ...['dai-permit', 'cow-price', 'cow-receiver', 'one-inch', 'zero-ex', 'looks-rare', 'blur'],
])

/** Venues without code on the sandbox: an order for such an address is honest on no chain, so these classes have no twins. */
const NOT_DEPLOYED: ReadonlySet<string> = new Set(['one-inch', 'zero-ex', 'looks-rare', 'blur'])
