import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem'
import type { FixtureAccount } from './fixtureSource.ts'

/** One file of geth's tracer tests. */
export type TracerCase = {
  genesis: {
    alloc: Record<Address, { balance?: string; nonce?: string | number; code?: Hex; storage?: Record<Hex, Hex> }>
    config: Record<string, unknown>
  }
  context: Record<string, string>
  input: string
  tracerConfig?: Record<string, unknown>
  result: unknown
}

/** Forks in the order of their activation, with the member of a genesis that says when. */
const FORKS: readonly (readonly [string, string])[] = [
  ['pragueTime', 'prague'],
  ['cancunTime', 'cancun'],
  ['shanghaiTime', 'shanghai'],
  ['grayGlacierBlock', 'grayglacier'],
  ['arrowGlacierBlock', 'arrowglacier'],
  ['londonBlock', 'london'],
  ['berlinBlock', 'berlin'],
  ['muirGlacierBlock', 'muirglacier'],
  ['istanbulBlock', 'istanbul'],
  ['petersburgBlock', 'petersburg'],
  ['byzantiumBlock', 'byzantium'],
  ['eip158Block', 'spuriousdragon'],
  ['eip150Block', 'tangerine'],
  ['homesteadBlock', 'homestead'],
]

export function hardforkOf({ genesis, context }: TracerCase): string {
  const active = FORKS.find(([member]) => {
    const from = genesis.config[member]
    const now = member.endsWith('Time') ? context.timestamp : context.number
    return from !== undefined && BigInt(String(from)) <= BigInt(now ?? 0)
  })
  return active?.[1] ?? 'frontier'
}

/** The block before the case's, whose fields the engine's own do not matter: every run overrides them. */
export function parentOf({ context }: TracerCase): PinnedBlock {
  return {
    chain: 'ethereum',
    number: BigInt(context.number ?? 1) - 1n,
    hash: `0x${'ab'.repeat(32)}`,
    timestamp: BigInt(context.timestamp ?? 1) - 1n,
    baseFeePerGas: BigInt(context.baseFeePerGas ?? 0),
    gasLimit: BigInt(context.gasLimit ?? 0),
    coinbase: context.miner as Address,
    prevRandao: `0x${'00'.repeat(32)}`,
  }
}

export function accountsOf({ genesis }: TracerCase): Map<Address, FixtureAccount> {
  return new Map(
    Object.entries(genesis.alloc).map(([address, account]) => {
      const slots = Object.entries(account.storage ?? {}).map(([slot, value]) => [BigInt(slot), value] as const)
      const key = (address.startsWith('0x') ? address : `0x${address}`).toLowerCase() as Address
      const nonce = Number(account.nonce ?? 0)
      return [
        key,
        { balance: BigInt(account.balance ?? 0), nonce, code: account.code ?? '0x', storage: new Map(slots) },
      ]
    }),
  )
}

/** The signed transaction as an RPC call object. */
export async function callOf({ input }: TracerCase): Promise<Record<string, unknown>> {
  const serialized = (input.startsWith('0x') ? input : `0x${input}`) as TransactionSerialized
  const transaction = parseTransaction(serialized) as Record<string, unknown>
  const quantity = (value: unknown) => `0x${BigInt(value as bigint | number).toString(16)}`
  const call: Record<string, unknown> = { from: await recoverTransactionAddress({ serializedTransaction: serialized }) }
  if (transaction.to != null) call.to = transaction.to
  call.input = transaction.data ?? '0x'
  for (const name of ['gas', 'value', 'nonce', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'maxFeePerBlobGas'])
    if (transaction[name] !== undefined) call[name] = quantity(transaction[name])
  if (call.maxFeePerGas !== undefined) call.maxPriorityFeePerGas ??= '0x0'
  for (const name of ['accessList', 'blobVersionedHashes'])
    if (transaction[name] !== undefined) call[name] = transaction[name]
  const list = transaction.authorizationList as Record<string, unknown>[] | undefined
  if (list)
    call.authorizationList = list.map((one) => ({
      chainId: quantity(one.chainId),
      address: one.address,
      nonce: quantity(one.nonce),
      yParity: quantity(one.yParity),
      r: one.r,
      s: one.s,
    }))
  return call
}
