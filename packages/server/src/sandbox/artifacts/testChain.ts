import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Abi,
  type Address,
  createTestClient,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  parseEther,
  publicActions,
  type TransactionReceipt,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { startAnvil } from '../anvilProcess.ts'
import { type OriginalName, readOriginal } from '../testing/readOriginal.ts'
import type { ArtifactName } from './readArtifact.ts'

/** A deployed contract under test. `data` encodes a call; `read` answers a view; `send` mines and must succeed. */
export type TestContract = {
  address: Address
  abi: Abi
  data(functionName: string, args?: readonly unknown[]): Hex
  read<T = unknown>(functionName: string, args?: readonly unknown[]): Promise<T>
  send(from: Address, functionName: string, args?: readonly unknown[], value?: bigint): Promise<TransactionReceipt>
  /** Runs the call without mining; asserts that it reverts, with this reason if one is given. */
  refuses(from: Address, functionName: string, args?: readonly unknown[], reason?: RegExp): Promise<void>
}

/** One person of a test: a key to sign with and 1,000 coins. */
export const person = (seed: number) => privateKeyToAccount(`0x${seed.toString(16).padStart(64, '0')}`)
export const [owner, alice, bob, thief] = [person(0xa11), person(0xa12), person(0xa13), person(0xa14)] as const

/** Starts an empty anvil with the four people funded. One block is mined per transaction. Close it with `await using`. */
export async function startTestChain() {
  const cacheDir = await mkdtemp(join(tmpdir(), 'redoubt-artifacts-'))
  const node = await startAnvil({
    chainId: anvil.id,
    hardfork: 'prague',
    genesisTimestamp: 1_760_000_000,
    baseFee: 1_000_000_000n,
    cacheDir,
  })
  const client = createTestClient({ chain: anvil, mode: 'anvil', transport: http(node.url, { retryCount: 0 }) })
    .extend(publicActions)
    .extend(walletActions)
  for (const { address } of [owner, alice, bob, thief]) {
    await client.setBalance({ address, value: parseEther('1000') })
  }

  async function receiptOf(hash: Hex): Promise<TransactionReceipt> {
    await client.mine({ blocks: 1 })
    return client.getTransactionReceipt({ hash })
  }
  async function send(transaction: { from: Address; to?: Address; data?: Hex; value?: bigint; gas?: bigint }) {
    const { from: account, ...rest } = transaction
    const receipt = await receiptOf(await client.sendTransaction({ gas: 12_000_000n, ...rest, account }))
    assert.equal(receipt.status, 'success')
    return receipt
  }
  function at(address: Address, name: ArtifactName | OriginalName): TestContract {
    const { abi } = readOriginal(name)
    const data = (functionName: string, args: readonly unknown[] = []) =>
      encodeFunctionData({ abi, functionName, args })
    return {
      address,
      abi,
      data,
      read: async <T>(functionName: string, args: readonly unknown[] = []) =>
        (await client.readContract({ address, abi, functionName, args })) as T,
      send: (from, functionName, args = [], value = 0n) =>
        send({ from, to: address, data: data(functionName, args), value }),
      refuses: (account, functionName, args = [], reason = /revert/i) =>
        assert.rejects(client.simulateContract({ address, abi, functionName, args, account }), reason),
    }
  }
  async function deploy(
    name: ArtifactName | OriginalName,
    args: readonly unknown[] = [],
    value = 0n,
  ): Promise<TestContract> {
    const { abi, bytecode } = readOriginal(name)
    const { contractAddress } = await send({
      from: owner.address,
      data: encodeDeployData({ abi, bytecode, args }),
      value,
    })
    assert.ok(contractAddress)
    return at(getAddress(contractAddress), name)
  }
  /** What `account` gains in native coin, wei, while `act` runs. */
  async function gain(account: Address, act: () => Promise<unknown>): Promise<bigint> {
    const before = await client.getBalance({ address: account })
    await act()
    return (await client.getBalance({ address: account })) - before
  }
  return {
    client,
    at,
    deploy,
    gain,
    receiptOf,
    send,
    async [Symbol.asyncDispose]() {
      await node.close()
      await rm(cacheDir, { recursive: true, force: true })
    },
  }
}

export type TestChain = Awaited<ReturnType<typeof startTestChain>>
