import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { WalletContract } from '@redoubt/risk/facts/walletContract.ts'
import { encodeAbiParameters, encodeFunctionData, keccak256, parseAbi, stringToHex } from 'viem/utils'
import { accountFact } from '../../intel/accountFact.ts'
import { answering } from '../../intel/onchain/testing/answering.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { knows } from '../../intel/testing/knows.ts'
import { safeCall } from '../../sandbox/history/calls.ts'
import { gatherWalletContract } from './gatherWalletContract.ts'

const lower = (address: Address) => address.toLowerCase() as Address
const numbered = (first: number, count: number): Address[] =>
  Array.from({ length: count }, (_, index): Address => `0x${(first + index).toString(16).padStart(40, '0')}`)
const word = (value: Address | bigint): Hex =>
  `0x${(typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')}`
const KERNEL: Address = '0xbac849bb641841b44e965fb01a4bf5f074f84b4d'
const COINBASE: Address = '0x000100abaad02f1cfc8bbe32bd5a564817339e72'
const SENTINEL: Address = `0x${'1'.padStart(40, '0')}`
const MODULES_AT = 1n
const OWNERS_AT = 2n
const ABI = parseAbi([
  'function enableModule(address module)',
  'function setGuard(address guard)',
  'function setFallbackHandler(address handler)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
])
const clone = (of: Address): Hex => `0x363d3d373d3d3d363d73${of.slice(2)}5af43d82803e903d91602b57fd5bf3`

describe('what a contract account is made of', () => {
  let sandbox: OpenSandbox
  before(async () => {
    sandbox = await openSandbox('ethereum')
  })
  after(() => sandbox[Symbol.asyncDispose]())

  async function gather(address: Address): Promise<WalletContract | null> {
    const signal = AbortSignal.timeout(30_000)
    const chain = sandbox.source
    const block = await chain.head(signal)
    const accountOf = (one: Address) => accountFact({ chain, intel: knows() }, { block, address: one }, signal)
    return gatherWalletContract({ chain, accountOf }, { block, account: await accountOf(lower(address)) }, signal)
  }
  const place = async (address: Address, code: Hex) => {
    await sandbox.rpc('anvil_setCode', [address, code])
    await sandbox.rpc('evm_mine', [])
  }
  /** Writes a list of a Safe as its own functions would: each entry names the one after it. */
  async function link(safe: Address, mapping: bigint, entries: readonly Address[]) {
    for (const [index, entry] of [SENTINEL, ...entries].entries()) {
      const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [entry, mapping]))
      await sandbox.rpc('anvil_setStorageAt', [safe, slot, word(entries[index] ?? SENTINEL)])
    }
    await sandbox.rpc('evm_mine', [])
  }
  const asSafe = (data: Hex) => {
    const { safe, actors } = sandbox.world
    return sandbox.send({ from: actors.trader, to: safe.account, data: safeCall(actors.trader, safe.account, data) })
  }

  test('the sandbox’s Safe: two owners, one signature, nothing else', async () => {
    const { safe, actors } = sandbox.world
    const wallet = await gather(safe.account)
    assert.ok(wallet?.type === 'safe')
    assert.deepEqual(
      { ...wallet, owners: wallet.owners.toSorted() },
      {
        type: 'safe',
        version: '1.4.1',
        owners: [lower(actors.trader), lower(actors.friend)].toSorted(),
        threshold: 1,
        modules: [],
        guard: null,
        moduleGuard: null,
        fallbackHandler: lower(safe.fallbackHandler),
        complete: true,
      },
    )
  })

  test('what its owners change shows: a module, a fallback handler, an owner, the threshold, a guard', async () => {
    const { safe, actors, honest } = sandbox.world
    const [module] = numbered(0xa0d0, 1) as [Address]
    await asSafe(encodeFunctionData({ abi: ABI, functionName: 'enableModule', args: [module] }))
    await asSafe(encodeFunctionData({ abi: ABI, functionName: 'setFallbackHandler', args: [honest.delegate] }))
    // A guard must say that it is one (ERC-165), so it is written where the Safe keeps it.
    const slot = keccak256(stringToHex('guard_manager.guard.address'))
    await asSafe(encodeFunctionData({ abi: ABI, functionName: 'addOwnerWithThreshold', args: [actors.fresh, 2n] }))
    await sandbox.rpc('anvil_setStorageAt', [safe.account, slot, word(honest.vault)])
    await sandbox.rpc('evm_mine', [])
    const wallet = await gather(safe.account)
    assert.ok(wallet?.type === 'safe')
    assert.deepEqual([wallet.modules, wallet.threshold, wallet.owners.length], [[module], 2, 3])
    assert.ok(wallet.owners.includes(lower(actors.fresh)))
    assert.deepEqual([wallet.fallbackHandler, wallet.guard], [lower(honest.delegate), lower(honest.vault)])
  })

  test('modules come in pages; more than are read are said to be more', async () => {
    const { account } = sandbox.world.safe
    for (const [count, read, complete] of [
      [50, 50, true],
      [51, 51, true],
      [120, 120, true],
      [230, 200, false],
    ] as const) {
      await link(account, MODULES_AT, numbered(0x10000, count))
      const wallet = await gather(account)
      assert.ok(wallet?.type === 'safe')
      assert.deepEqual([wallet.modules.length, wallet.complete], [read, complete], `${count}`)
      assert.deepEqual(wallet.modules, numbered(0x10000, read))
    }
  })

  test('more owners than are read are said to be more', async () => {
    const { account } = sandbox.world.safe
    await link(account, MODULES_AT, [])
    await link(account, OWNERS_AT, numbered(0x20000, 130))
    await sandbox.rpc('anvil_setStorageAt', [account, word(3n), word(130n)])
    await sandbox.rpc('evm_mine', [])
    const wallet = await gather(account)
    assert.ok(wallet?.type === 'safe')
    assert.deepEqual([wallet.owners.length, wallet.complete], [100, false])
  })

  test('ERC-4337 accounts by their implementation', async () => {
    const [kernel, coinbase] = numbered(0xacc0, 2) as [Address, Address]
    const [validator] = numbered(0x7a1d, 1) as [Address]
    await place(KERNEL, answering({ 'rootValidator()': `0x01${validator.slice(2)}${'0'.repeat(22)}` }))
    await place(kernel, clone(KERNEL))
    await place(coinbase, clone(COINBASE))
    assert.deepEqual(await gather(kernel), {
      type: 'smart-account',
      name: 'ZeroDev Kernel 3.1',
      implementation: KERNEL,
      modules: [validator],
      complete: false,
    })
    assert.deepEqual(await gather(coinbase), {
      type: 'smart-account',
      name: 'Coinbase Smart Wallet 1',
      implementation: COINBASE,
      modules: [],
      complete: true,
    })
  })

  test('a delegated account, a plain contract, a clone of a stranger, what answers like a Safe, people, precompiles', async () => {
    const { actors, tokens, honest, proxies } = sandbox.world
    const delegated = await gather(actors.delegated)
    assert.equal(delegated?.type === 'delegated' && delegated.delegate.address, lower(honest.delegate))
    assert.equal(delegated?.type === 'delegated' && delegated.delegate.class, 'contract')
    const [liar] = numbered(0x11a2, 1) as [Address]
    await place(liar, answering({ 'getOwners()': 32n, 'getThreshold()': 2n, 'VERSION()': 32n }))
    for (const one of [tokens.usdc, proxies.clone, liar]) assert.deepEqual(await gather(one), { type: 'contract' })
    const [precompile] = numbered(1, 1) as [Address]
    for (const one of [actors.trader, precompile, `0x${'0'.repeat(40)}` as Address])
      assert.equal(await gather(one), null)
  })
})
