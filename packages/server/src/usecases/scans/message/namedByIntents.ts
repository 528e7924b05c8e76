import type { Address } from '@redoubt/risk/address.ts'
import type { OrderAsset, SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import { controlChangesOf } from '@redoubt/risk/message/controlChangesOf.ts'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const ZERO: Address = `0x${'0'.repeat(40)}`

/**
 * Every address that the intents name, in their order, each once: spenders, receivers, delegates, tokens, verifiers, and who
 * gains control of an account that calls itself. What an order gives comes last, because its signer knows it best and there is
 * no end to what it may list.
 */
export function namedByIntents(intents: readonly SignedIntent[]): Address[] {
  const found = new Set<Address>()
  const visit = (value: unknown): void => {
    if (typeof value === 'string' && ADDRESS.test(value)) found.add(value.toLowerCase() as Address)
    else if (Array.isArray(value)) value.forEach(visit)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
  }
  visit(intents.map((intent) => (intent.kind === 'order' ? { ...intent, gives: [] } : intent)))
  visit(controlChangesOf({ intents: [...intents], worstCaseExecutions: [] }).map(({ to }) => to))
  visit(intents.flatMap((intent): OrderAsset[] => (intent.kind === 'order' ? intent.gives : [])))
  found.delete(ZERO)
  return [...found]
}
