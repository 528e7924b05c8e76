import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, hexToBigInt, keccak256, stringToHex } from 'viem/utils'
import { ERC20_ABI, MIXER_ABI, SANCTIONS_ABI } from './abis.ts'
import { MIXER_DOLLARS } from './history/listedParties.ts'
import { type NodeRpc, nodeRpc } from './nodeRpc.ts'
import { nativeWorth } from './profiles.ts'
import { labelledScenarios } from './scenarios/labelled.ts'
import { type Sandbox, sandboxLists, startSandbox } from './startSandbox.ts'

const http = createOperatorFetch()
let cacheDir: string
let sandbox: Sandbox
let rpc: NodeRpc

before(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'redoubt-lists-test-'))
  sandbox = await startSandbox({ cacheDir, chains: ['polygon'] })
  rpc = nodeRpc(sandbox.rpcUrls.polygon, http)
})
after(async () => {
  await sandbox?.close()
  await http.close()
  await rm(cacheDir, { recursive: true, force: true })
})

const ask = async (to: Address, data: Hex) => hexToBigInt((await rpc('eth_call', [{ to, data }, 'latest'])) as Hex)
const balance = async (address: Address) => BigInt((await rpc('eth_getBalance', [address, 'latest'])) as Hex)

test('the sandbox comes with its lists', () => assert.deepEqual(sandbox.lists, sandboxLists()))

test('the mixer answers as Tornado Cash does and holds what was mixed', async () => {
  const { mixer } = sandbox.world.polygon.listed
  const about = (functionName: 'denomination' | 'levels' | 'nextIndex') =>
    ask(mixer, encodeFunctionData({ abi: MIXER_ABI, functionName }))
  const denomination = nativeWorth('polygon', MIXER_DOLLARS)
  assert.equal(await about('denomination'), denomination)
  assert.equal(await about('levels'), 20n)
  assert.equal(await about('nextIndex'), 3n)
  const unusedNullifier = keccak256(stringToHex('nobody'))
  assert.equal(
    await ask(mixer, encodeFunctionData({ abi: MIXER_ABI, functionName: 'isSpent', args: [unusedNullifier] })),
    0n,
  )
  assert.equal(await balance(mixer), 3n * denomination)
})

test('the bridge was robbed of part of what it keeps, and the drainer has drained', async () => {
  const { listed, actors, tokens } = sandbox.world.polygon
  assert.equal(await balance(listed.bridge), nativeWorth('polygon', 3_000))
  assert.ok((await balance(actors.hacker)) > 0n)
  const held = (of: Address) =>
    ask(tokens.usdc, encodeFunctionData({ abi: ERC20_ABI, functionName: 'balanceOf', args: [of] }))
  assert.equal(await held(actors.robbed), 0n)
  assert.equal(await held(actors.reportedOperator), 900_000_000n)
})

test('the oracle does not know an account that only the list sanctions', async () => {
  const { actors, sanctionsOracle } = sandbox.world.polygon
  const about = (account: Address) =>
    ask(sanctionsOracle, encodeFunctionData({ abi: SANCTIONS_ABI, functionName: 'isSanctioned', args: [account] }))
  assert.equal(await about(actors.designated), 0n)
  assert.equal(await about(actors.sanctioned), 1n)
})

test('accounts on lists have a past: none is a stranger by being unused', async () => {
  for (const { chain, address, name } of sandbox.lists.flatMap(({ entries }) => entries)) {
    if (chain !== null && chain !== 'polygon') continue
    const code = (await rpc('eth_getCode', [address, 'latest'])) as Hex
    assert.ok(code !== '0x' || (await balance(address)) > 0n, name)
  }
})

test('every labelled scenario would succeed on the chain', async () => {
  for (const { id, body } of labelledScenarios(sandbox.world.polygon)) {
    const { from, to, data, value } = body
    const call = { from, ...(to && { to }), data, value: `0x${BigInt(value).toString(16)}`, gas: '0x7a1200' }
    await assert.doesNotReject(rpc('eth_call', [call, 'latest']), id)
  }
})
