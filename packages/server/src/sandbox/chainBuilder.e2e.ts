import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { getContractAddress } from 'viem/utils'
import { ACTORS } from './actors.ts'
import { type AnvilProcess, startAnvil } from './anvilProcess.ts'
import { type ChainBuilder, createChainBuilder } from './chainBuilder.ts'
import { initCode, nodeRpc } from './nodeRpc.ts'
import { placeAll } from './placement.ts'

const GENESIS = 1_700_000_000
const http = createOperatorFetch()
const payer = ACTORS.worker.address
let cacheDir: string
let node: AnvilProcess
let chain: ChainBuilder
let now = GENESIS
const tick = () => ++now

before(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'redoubt-builder-test-'))
  node = await startAnvil({ chainId: 1, hardfork: 'prague', genesisTimestamp: GENESIS, baseFee: 7n, cacheDir })
  chain = createChainBuilder(nodeRpc(node.url, http), { base: 7n, tip: 1n })
  await chain.rpc('anvil_setBalance', [payer, '0xde0b6b3a7640000'])
})
after(async () => {
  await node?.close()
  await http.close()
  await rm(cacheDir, { recursive: true, force: true })
})

test('a block has the timestamp asked for and the steady base fee', async () => {
  await chain.mine(tick())
  const block = (await chain.rpc('eth_getBlockByNumber', ['latest', false])) as Record<string, string>
  assert.equal(Number(block.timestamp), now)
  assert.equal(Number(block.baseFeePerGas), 7)
})

test('a transaction that fails is named, unless its failure is part of the story', async () => {
  const to = getContractAddress({ from: payer, nonce: 0n })
  const code = initCode('PlainToken', ['A', 'A', 18, 1n, ACTORS.friend.address])
  await chain.deploy({ from: payer, expected: to, initCode: code, note: 'a token' })
  await chain.mine(tick())
  const doomed = { from: payer, to, data: '0xdeadbeef' as const, note: 'a call of nothing' }
  await chain.send({ ...doomed, mayFail: true })
  await chain.mine(tick())
  await chain.send(doomed)
  await assert.rejects(chain.mine(tick()), /"a call of nothing" failed/)
})

test('a creation that would land elsewhere is refused before it is sent', async () => {
  const expected = ACTORS.friend.address
  await assert.rejects(
    chain.deploy({ from: payer, expected, initCode: '0x00', note: 'a stray contract' }),
    /"a stray contract" would be created at 0x/,
  )
})

test('a constructor run in place leaves its immutables and its storage at the address', async () => {
  const address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
  const fresh = createChainBuilder(chain.rpc, { base: 7n, tip: 1n })
  await placeAll(fresh, [{ how: 'in-place', address, code: initCode('Permit2'), note: 'Permit2' }], payer, tick)
  // Permit2 keeps its domain separator, which binds chain and address, as an immutable.
  const separator = await fresh.call(address, '0x3644e515')
  assert.equal(separator, '0x866a5aba21966af95d6c7ab78eb2b2fc913915c28be3b9aa07cc04ff903e3f28')
})

test('a node that cannot start says why and leaves no folder', async () => {
  const before = await readdir(cacheDir)
  const options = { chainId: 1, hardfork: 'no-such-fork', genesisTimestamp: GENESIS, baseFee: 7n, cacheDir }
  await assert.rejects(startAnvil(options), /did not start: .+/)
  assert.deepEqual(await readdir(cacheDir), before)
})

test('a node ends with the process that started it', async () => {
  const module = JSON.stringify(`${import.meta.dirname}/anvilProcess.ts`)
  const options = JSON.stringify({ chainId: 1, hardfork: 'prague', genesisTimestamp: GENESIS, cacheDir })
  const script = `import { startAnvil } from ${module}
    const node = await startAnvil({ ...${options}, baseFee: 7n })
    console.log(node.pid)
    process.exit(0)`
  const parent = spawn(process.execPath, ['--input-type=module-typescript', '-e', script])
  let output = ''
  parent.stdout.on('data', (chunk) => {
    output += chunk
  })
  await once(parent, 'close')
  const pid = Number(output)
  assert.ok(pid > 0, output)
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 10))
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
