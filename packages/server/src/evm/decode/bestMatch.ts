import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { packClearSigning } from '../../intel/pack/packClearSigning.ts'
import { type IndexedSignature, signaturesOf } from './abiIndex.ts'
import { parseSignature } from './abiTypes.ts'
import { decodeArguments } from './decodeArguments.ts'

/** A declaration that the call data fits, with the arguments. `trailing` is what follows the last one. */
type Match = { signature: IndexedSignature; values: unknown[]; trailing: Hex }

const LOW_TRUST = 'data-pack'

/**
 * The declaration that a call is of, tried in the order of who may know: the callee itself, a descriptor that names this very
 * contract, our ABI index, a descriptor of the same call elsewhere, the data pack's signatures. A layout without trailing bytes
 * is preferred. `ambiguous` where the data fits several declarations and nothing but a list of signatures speaks for any.
 * @param data well formed, lower case.
 */
export function bestMatch(
  { chain, to, data }: { chain: Chain | null; to: Address; data: Hex },
  declared: readonly IndexedSignature[],
): Match | 'ambiguous' | null {
  const selector = data.slice(0, 10) as Hex
  const matches = (signatures: readonly IndexedSignature[]): Match[] =>
    signatures.flatMap((signature) => {
      const decoded = decodeArguments(signature.inputs, data.slice(10))
      return decoded === null ? [] : [{ signature, ...decoded }]
    })
  const own = declared.filter((one) => one.selector === selector)
  const indexed = signaturesOf('function', data.slice(2, 10))
  const known = indexed.filter(({ abi }) => abi !== LOW_TRUST)
  const clear = packClearSigning(chain, to, selector)
  const described = clear?.signature == null ? [] : [describedBy(clear.signature)]
  // Our own declaration of the same function stays: detectors know its ABI by name.
  const news = described.filter(({ canonical }) => known.every((one) => one.canonical !== canonical))
  const trusted = matches([...own, ...(clear?.bound === true ? news : []), ...known, ...news])
  const best = trusted.find(({ trailing }) => trailing === '0x') ?? trusted[0]
  if (best !== undefined) return best
  const listed = matches(indexed.filter(({ abi }) => abi === LOW_TRUST))
  const exact = listed.filter(({ trailing }) => trailing === '0x')
  const candidates = exact.length > 0 ? exact : listed
  return candidates.length > 1 ? 'ambiguous' : (candidates[0] ?? null)
}

const parsed = new Map<string, IndexedSignature>()

function describedBy(text: string): IndexedSignature {
  let signature = parsed.get(text)
  if (signature === undefined) {
    signature = { ...parseSignature(text), abi: 'clear-signing' }
    parsed.set(text, signature)
  }
  return signature
}
