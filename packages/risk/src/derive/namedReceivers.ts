import { parseAbiItem } from 'viem/utils'
import type { Address } from '../address.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'

/** Parameter names for the receiver of the proceeds in functions that trade, deposit or pay out. */
const RECEIVER = /^_?(to|recipient|receiver|beneficiary|dst_?receiver|on_?behalf_?of|mint_?to)_?$/i

type Parameter = { name?: string | undefined; type: string; components?: readonly Parameter[] }

/** Addresses that the call names as receivers, in its parameters and in tuples among them; none where they have no names. */
export function namedReceivers({ signature, args }: Pick<DecodedCall, 'signature' | 'args'>): Address[] {
  const found = new Set<Address>()
  const visit = (value: unknown, parameter: Parameter) => {
    const { name = '', type, components = [] } = parameter
    if (type === 'address' && RECEIVER.test(name) && typeof value === 'string')
      found.add(value.toLowerCase() as Address)
    if (!Array.isArray(value)) return
    if (type === 'tuple') for (const [at, member] of components.entries()) visit(value[at], member)
    else if (type.startsWith('tuple[')) {
      const one = { ...parameter, type: type.slice(0, type.lastIndexOf('[')) }
      for (const each of value) visit(each, one)
    }
  }
  for (const [at, parameter] of inputsOf(signature).entries()) visit(args[at], parameter)
  return [...found]
}

/** Returns the parameters; none where a published interface has types that cannot be parsed. */
function inputsOf(signature: string | null): readonly Parameter[] {
  if (signature === null) return []
  try {
    const item = parseAbiItem(`function ${signature}` as string)
    return 'inputs' in (item as object) ? (item as { inputs: readonly Parameter[] }).inputs : []
  } catch {
    return []
  }
}
