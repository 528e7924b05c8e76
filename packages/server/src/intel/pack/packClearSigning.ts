import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, type Chain } from '@redoubt/risk/chain.ts'
import { readPack } from './readPack.ts'

/** One value of a call worth telling a person. */
export type ClearField = {
  /** `desc.amount`, `pools.[-1]`, `@.value`; a number stands for the parameter at that place. */
  path: string
  label: string
  /** One of ERC-7730's, such as `tokenAmount`. */
  format: string
  params?: {
    tokenPath?: string
    token?: string
    encoding?: string
    base?: string
    decimals?: number | string
    prefix?: boolean
    /** What the greatest amount means: `All`. */
    message?: string
    /** What numbers stand for, by decimal string. */
    values?: Record<string, string>
    types?: string[] | null
    /** From this amount on `message` replaces the figure; null: never. */
    threshold?: bigint | null
    /** Addresses that stand for the native coin; absent: those that routers take for it. */
    native?: string[]
    /** The amount is of the asset that the token keeps as a vault. */
    ofAsset?: true
    /** An amount only where the token is known to be ERC-20; of a collection it is an item. */
    ifErc20?: true
    /** What a date of 0 means. */
    zero?: string
    /** What an amount of 0 means: before the symbol of a token, alone for an amount of coin. */
    zeroAmount?: string
  }
}

/** How to say one call to a person, as its project describes it (ERC-7730). Text is cleaned and bounded. */
export type ClearSigning = {
  /** Who describes it; empty when the descriptor does not say. */
  owner: string
  /** `Swap`. */
  intent: string
  /** `swap(address executor,…)`: paths name its parameters. Null where only the selector is known. */
  signature: string | null
  fields: ClearField[]
  /** Whether the project names this very contract. Otherwise the words fit the call, and the contract may mean another thing. */
  bound: boolean
}

type Written = Omit<ClearSigning, 'bound'> & { selector: string; contracts: string[] }

let loaded: { bound: Map<string, ClearSigning>; bySelector: Map<string, ClearSigning> } | undefined

/**
 * Returns what a call to a contract means; for a contract without a description of its own, what the same selector means
 * elsewhere. Null when no description of it is published.
 * @param chain null for a network that the pack knows no contracts of.
 * @param address in any case.
 * @param selector 0x and 8 hex digits, lower case.
 */
export function packClearSigning(chain: Chain | null, address: Address, selector: string): ClearSigning | null {
  loaded ??= index()
  const bound = chain && loaded.bound.get(`${CHAIN_IDS[chain]}:${address.toLowerCase()}:${selector}`)
  return bound ?? loaded.bySelector.get(selector) ?? null
}

function index(): NonNullable<typeof loaded> {
  const bound = new Map<string, ClearSigning>()
  const bySelector = new Map<string, ClearSigning>()
  for (const { selector, contracts, ...clear } of readPack().section('clearSigning') as Written[]) {
    for (const contract of contracts) bound.set(`${contract}:${selector}`, { ...clear, bound: true })
    if (clear.signature !== null && !bySelector.has(selector)) bySelector.set(selector, { ...clear, bound: false })
  }
  return { bound, bySelector }
}
