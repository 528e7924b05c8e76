import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, getAddress, getContractAddress, keccak256, parseAbiItem, stringToHex } from 'viem/utils'
import { v2PairAddress, v3PoolAddress } from '../poolAddresses.ts'
import { type SandboxWorld, V3_FEE } from '../world.ts'
import type { CorpusAccount, CorpusCall, CorpusCase, CorpusValue } from './corpusCase.ts'

/** Who buys, holds and sells in every case. */
export const CORPUS_ACCOUNTS = {
  holder1: accountOf('holder 1'),
  holder2: accountOf('holder 2'),
  holder3: accountOf('holder 3'),
  stranger: accountOf('stranger'),
  /** Has a say in some cases, and made none of their contracts. */
  operator: accountOf('operator'),
} as const

/** Addresses of one case by name, without the `$`: `self`, `pool` where there is one, its parts, people and places. */
export type CorpusNames = Readonly<Record<string, Address>> & Readonly<Record<'self' | CorpusAccount, Address>>

/** Nothing is looked up: a team's contracts follow from its nonces, parts first, and pools from their tokens. */
export function corpusNames(one: CorpusCase, { dex, tokens, safe }: SandboxWorld): CorpusNames {
  const team = corpusTeam(one.id)
  const made = (nonce: number) => getContractAddress({ from: team, nonce: BigInt(nonce) })
  const parts = Object.fromEntries(one.parts.map(({ name }, nonce) => [name, made(nonce)]))
  const self = made(one.parts.length)
  const pools = {
    v2: () => ({ pool: v2PairAddress(dex.v2Factory, tokens.wrapped, self) }),
    'v2-usdc': () => ({ pool: v2PairAddress(dex.v2Factory, tokens.usdc, self) }),
    v3: () => ({ pool: v3PoolAddress(dex.v3Factory, tokens.wrapped, self, V3_FEE) }),
    none: () => ({}),
  }
  const places = { router: dex.v2Router, wrapped: tokens.wrapped, usdc: tokens.usdc, safe: safe.treasury }
  return { ...CORPUS_ACCOUNTS, ...places, ...parts, ...pools[one.market](), team, self }
}

/** An argument with every name replaced. @throws Error when there is no such name. */
export function resolveValue(value: CorpusValue, names: CorpusNames): unknown {
  if (typeof value === 'object') return value.map((each) => resolveValue(each, names))
  if (typeof value !== 'string' || !value.startsWith('$')) return value
  const address = names[value.slice(1)]
  if (!address) throw new Error(`Corpus: nothing is called ${value}.`)
  return address
}

/** An account without a known key: the sandbox's nodes accept transactions from any address. */
function accountOf(name: string): Address {
  return getAddress(`0x${keccak256(stringToHex(`redoubt corpus: ${name}`)).slice(-40)}`)
}

/** The team behind one case: deployer, owner, provider of the liquidity. */
function corpusTeam(id: string): Address {
  return accountOf(`team of ${id}`)
}

/** The transaction that a call of the table means. Value in wei. */
export function corpusTransaction(
  { by, to = '$self', call, args = [], value = 0n }: CorpusCall,
  names: CorpusNames,
): { from: Address; to: Address; data: Hex; value: bigint } {
  const item = parseAbiItem(`function ${call}` as 'function f()')
  const data = encodeFunctionData({ abi: [item], args: args.map((each) => resolveValue(each, names)) as never })
  const address = (name: string) => resolveValue(name, names) as Address
  return { from: address(`$${by}`), to: address(to), data, value }
}
