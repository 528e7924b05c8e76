import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData } from 'viem/utils'
import { IMPLEMENTATION_SLOT } from '../../intel/onchain/codeTraits.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { createBytecodeSource } from '../bytecode/createBytecodeSource.ts'
import { resolveProxy } from '../bytecode/proxy/resolveProxy.ts'
import { createSimulator } from '../simulation/createSimulator.ts'
import { assemble } from '../simulation/testing/assembler.ts'
import { gatherPersonalAccount } from './gatherPersonalAccount.ts'

let signal: AbortSignal
before(() => {
  signal = AbortSignal.timeout(120_000)
})
const lower = (address: Address) => address.toLowerCase() as Address
const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const word = (address: Address): Hex => `0x${address.slice(2).padStart(64, '0')}`
const SLOT_0: Hex = `0x${'0'.repeat(64)}`
const KEY = at('9e25011')
const MASQUERADE = at('ba5e')
const STAKING = readArtifact('StakingWallet').deployedBytecode
/** Delegates everything to its EIP-1967 slot. */
const PROXY = assemble(
  `CALLDATASIZE 0 0 CALLDATACOPY 0 0 CALLDATASIZE 0 ${IMPLEMENTATION_SLOT} SLOAD GAS DELEGATECALL
   RETURNDATASIZE 0 0 RETURNDATACOPY @a JUMPI RETURNDATASIZE 0 REVERT :a RETURNDATASIZE 0 RETURN`,
)
const createAccount = (owner: Address) =>
  encodeFunctionData({
    abi: [
      {
        type: 'function',
        name: 'createAccount',
        stateMutability: 'nonpayable',
        inputs: [{ type: 'address' }, { type: 'uint256' }],
        outputs: [{ type: 'address' }],
      },
    ],
    args: [owner, 77n],
  })

describe('ERC-4337 accounts of one key', () => {
  let sandbox: OpenSandbox
  let simulator: ReturnType<typeof createSimulator>
  const bytecodes = createBytecodeSource()
  before(async () => {
    sandbox = await openSandbox('ethereum')
    simulator = createSimulator({ sources: { ethereum: sandbox.source } })
  })
  after(async () => {
    await simulator.close()
    await bytecodes.close()
    await sandbox[Symbol.asyncDispose]()
  })

  async function gather(address: Address) {
    const chain = sandbox.source
    const block = await chain.head(signal)
    const code = await chain.code(block, address, signal)
    const proxy = await resolveProxy(chain, { block, address, code }, signal)
    const runs = proxy?.implementations[0] ?? address
    const runtime = await chain.code(block, runs, signal)
    const bytecode = await bytecodes.analyse({ address: runs, code: runtime, abi: null }, signal)
    if (bytecode === null) throw new Error(`no code at ${address}`)
    const found = await gatherPersonalAccount({ chain, simulator }, { block, address, bytecode, proxy }, signal)
    return { found, admin: proxy?.admin ?? null }
  }

  async function place(implementation: Hex) {
    const { rpc } = sandbox
    await rpc('anvil_setCode', [at('c0de'), implementation])
    await rpc('anvil_setCode', [MASQUERADE, PROXY])
    await rpc('anvil_setStorageAt', [MASQUERADE, IMPLEMENTATION_SLOT, word(at('c0de'))])
    await rpc('anvil_setStorageAt', [MASQUERADE, SLOT_0, word(KEY)])
    await rpc('evm_mine', [])
  }

  test('SimpleAccount 0.7, made by its factory', async () => {
    const { found, admin } = await gather(lower(sandbox.world.erc4337.account))
    assert.deepEqual(found, { owner: admin?.address, entryPoint: '0x0000000071727de22e5e9d8baf0edac6f37da032' })
  })

  test('a new one of another key', async () => {
    const { accountFactory07: to } = sandbox.world.erc4337
    const from = sandbox.world.actors.exchange
    const owner = sandbox.world.actors.issuer
    const data = createAccount(owner)
    const answer = String(await sandbox.rpc('eth_call', [{ from, to, data }, 'latest']))
    await sandbox.send({ from, to, data })
    assert.equal((await gather(`0x${answer.slice(26)}`)).found?.owner, lower(owner))
  })

  test('a staking contract that answers as an account does', async () => {
    await place(STAKING)
    const { found, admin } = await gather(MASQUERADE)
    assert.deepEqual([admin?.address, admin?.account, found], [KEY, 'eoa', null])
  })

  test('the same under other names', async () => {
    await place(STAKING.replace('633a4b66f1', '633a4b66f2').replace('632e17de78', '632e17de79') as Hex)
    assert.equal((await gather(MASQUERADE)).found, null)
  })

  test('the same where no call reaches its deposits', async () => {
    // The dispatcher looks for selectors this high elsewhere.
    await place(STAKING.replace('633a4b66f1', '63ffffffff').replace('632e17de78', '63fffffffe') as Hex)
    assert.equal((await gather(MASQUERADE)).found?.owner, KEY)
  })

  test('an upgradeable token of one key', async () => {
    assert.equal((await gather(lower(sandbox.world.proxies.upgradeable))).found, null)
  })
})
