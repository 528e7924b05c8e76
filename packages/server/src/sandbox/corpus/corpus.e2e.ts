import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Hex } from '@redoubt/risk/address.ts'
import { nodeRpc } from '../nodeRpc.ts'
import { HEAD_TIMESTAMP } from '../profiles.ts'
import { type Sandbox, startSandbox } from '../startSandbox.ts'
import { CORPUS } from './corpus.ts'
import { type DeployedCase, deployCorpus } from './deployCorpus.ts'
import { type CorpusChain, createCorpusChain } from './testCorpusChain.ts'

// The ground truth of the corpus: plain transactions on the chain, and nothing of the product that judges them.

const http = createOperatorFetch()
let cacheDir: string
let sandbox: Sandbox
let cases: Map<string, DeployedCase>
let chain: CorpusChain

before(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'redoubt-corpus-test-'))
  sandbox = await startSandbox({ cacheDir, chains: ['ethereum', 'polygon'] })
  cases = new Map((await deployCorpus(sandbox, 'ethereum')).map((one) => [one.id, one]))
  chain = createCorpusChain(nodeRpc(sandbox.rpcUrls.ethereum, http), sandbox.world.ethereum)
  // Cooldowns and launch windows of minutes are over.
  const any = cases.get('plain.twin')
  if (any) await chain.go(any, [{ waitSeconds: 900 }])
})
after(async () => {
  await sandbox?.close()
  await http.close()
  await rm(cacheDir, { recursive: true, force: true })
})

const deployed = (id: string): DeployedCase => {
  const one = cases.get(id)
  assert.ok(one, `${id} was not deployed`)
  return one
}

/** Goes through the provocation. @returns whether holders are harmed then, and which calls went through. */
async function provoked(one: DeployedCase): Promise<{ harmed: boolean; done: boolean[] }> {
  const first = await chain.reading(one)
  const done = await chain.go(one, one.provoke)
  const then = await chain.reading(one)
  if (one.harm === 'holding') return { harmed: then * 5n <= first * 4n, done }
  if (one.harm === 'dilution') return { harmed: then >= first * 10n, done }
  return { harmed: await chain.harms(one), done }
}

describe('every trap springs as the table says, and no twin does', () => {
  for (const { id, kind, springs, provoke } of CORPUS) {
    const title =
      kind === 'twin' ? 'harms no account' : `harms ${springs}${provoke.length > 0 ? ', and not before' : ''}`
    test(`${id} ${title}`, () =>
      chain.undone(async () => {
        const one = deployed(id)
        const atOnce = springs === 'at-once' || springs === 'for-some-holders'
        assert.equal(await chain.harms(one), atOnce, 'as things are after the launch')
        const { harmed, done } = await provoked(one)
        assert.equal(harmed, kind === 'trap', 'after the provocation')
        if (kind === 'trap') assert.ok(!done.includes(false), 'the provocation itself works')
      }))
  }
})

describe('taxes are what the table says', () => {
  for (const { id, taxes } of CORPUS.filter(({ subject }) => subject === 'token'))
    test(id, async () => {
      const measured = await chain.taxes(deployed(id))
      for (const step of ['buy', 'transfer', 'sell'] as const) {
        const [told, found] = [taxes?.[step] ?? null, measured[step]]
        if (told === null || found === null) assert.equal(found, told, step)
        else assert.ok(Math.abs(found - told) < 0.001, `${step}: ${found} instead of ${told}`)
      }
    })
})

test('a trap for some holders lets the others out', async () => {
  for (const { id } of CORPUS.filter(({ springs }) => springs === 'for-some-holders'))
    assert.equal((await chain.taxes(deployed(id))).sell, 0)
})

test('a cooldown stops an immediate sale, and none half a minute later', () =>
  chain.undone(async () => {
    for (const id of ['cooldown-switch.trap', 'cooldown-switch.twin']) {
      const one = deployed(id)
      await chain.go(one, [{ buys: 1 }])
      const seller = { ...one, names: { ...one.names, holder1: one.names.stranger } }
      assert.equal(await chain.harms(seller), true)
      await chain.go(one, [{ waitSeconds: 30 }])
      assert.equal(await chain.harms(seller), false)
    }
  }))

test('another network has the same corpus at the same addresses, and its fixed history is untouched', async () => {
  const rpc = nodeRpc(sandbox.rpcUrls.polygon, http)
  const head = (await rpc('eth_getBlockByNumber', ['latest', false])) as { hash: Hex; number: Hex; timestamp: Hex }
  assert.equal(Number(head.timestamp), HEAD_TIMESTAMP)
  const elsewhere = await deployCorpus(sandbox, 'polygon')
  const still = (await rpc('eth_getBlockByNumber', [head.number, false])) as { hash: Hex }
  assert.equal(still.hash, head.hash)
  assert.equal(elsewhere.length, CORPUS.length)
  for (const { id, address } of elsewhere) {
    assert.equal(address, deployed(id).address, id)
    assert.notEqual(await rpc('eth_getCode', [address, 'latest']), '0x', id)
  }
  const latest = (await rpc('eth_getBlockByNumber', ['latest', false])) as { gasLimit: Hex }
  assert.ok(BigInt(latest.gasLimit) > 0n)
  await rpc('evm_mine', [])
  const next = (await rpc('eth_getBlockByNumber', ['latest', false])) as { gasLimit: Hex }
  assert.equal(BigInt(next.gasLimit), 45_000_000n, 'the usual gas limit is back')
})
