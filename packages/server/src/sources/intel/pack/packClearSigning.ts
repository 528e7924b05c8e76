import { CHAIN_IDS, type Chain } from '../../../risk/chain.ts'
import type { Address } from '../../../risk/facts.ts'
import { readPack } from './readPack.ts'

/** How to say one call of one contract to a person, as its project describes it (ERC-7730). Text is cleaned and bounded. */
export type ClearSigning = {
  /** Who describes it; empty when the descriptor does not say. */
  owner: string
  /** `Swap`. */
  intent: string
  /** `swap(address executor, …)`, as its author wrote it: paths name its parameters. */
  signature: string
  /** `format` is one of ERC-7730's, with its parameters; `path` such as `desc.amount`, `pools.[-1]`, `@.value`. */
  fields: { path: string; label: string; format: string; params?: Record<string, unknown> }[]
}

type Written = ClearSigning & { selector: string; contracts: string[] }

let loaded: Map<string, ClearSigning> | undefined

/**
 * What a call to a contract means; null when its project has not published it.
 * @param address in any case.
 * @param selector 0x and 8 hex digits, lower case.
 */
export function packClearSigning(chain: Chain, address: Address, selector: string): ClearSigning | null {
  loaded ??= index()
  return loaded.get(`${CHAIN_IDS[chain]}:${address.toLowerCase()}:${selector}`) ?? null
}

function index(): Map<string, ClearSigning> {
  const map = new Map<string, ClearSigning>()
  for (const { selector, contracts, ...clear } of readPack().section('clearSigning') as Written[])
    for (const contract of contracts) map.set(`${contract}:${selector}`, clear)
  return map
}
