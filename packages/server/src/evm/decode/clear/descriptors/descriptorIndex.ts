import type { Address } from '@redoubt/risk/address.ts'
import type { CallFormat, Descriptor, MessageFormat } from './descriptor.ts'

const calls = new Map<string, CallFormat>()
const messages = new Map<string, MessageFormat[]>()

/** Replaces the operator's descriptors; where two describe the same call, the first stays. */
export function useDescriptors(descriptors: readonly Descriptor[]): void {
  calls.clear()
  messages.clear()
  for (const descriptor of descriptors) {
    for (const deployment of descriptor.deployments)
      for (const format of descriptor.calls) {
        const key = `${deployment}:${format.selector}`
        if (!calls.has(key)) calls.set(key, format)
      }
    for (const format of descriptor.messages)
      messages.set(format.encodedType, [...(messages.get(format.encodedType) ?? []), format])
  }
}

/** Returns how a call of this very contract is shown; null where no descriptor of the operator names it. */
export function descriptorOfCall(chainId: number, to: Address, selector: string): CallFormat | null {
  return calls.get(`${chainId}:${to}:${selector}`) ?? null
}

/** Returns every description of this type (EIP-712 `encodeType`). */
export function descriptorsOfMessage(encodedType: string): readonly MessageFormat[] {
  return messages.get(encodedType) ?? []
}
