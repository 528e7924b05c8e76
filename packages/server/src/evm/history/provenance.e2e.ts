import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address } from '@redoubt/risk/address.ts'
import type { Provenance } from '@redoubt/risk/facts/provenance.ts'
import { byChain } from '../../chains/index.ts'
import type { Sandbox } from '../../sandbox/startSandbox.ts'
import { reusedSandbox } from '../../sandbox/testing/reusedSandbox.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import type { ChainLimits } from '../rpc/chainLimits.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { createChainSource } from '../rpc/createChainSource.ts'
import { type ProxyRule, startTestProxy, type TestProxy } from '../simulation/testing/testChain.ts'
import { createExplorers } from '../verification/createExplorers.ts'
import { createVerification, type Verification } from '../verification/createVerification.ts'
import { SOURCIFY } from '../verification/testing/documented.ts'
import { startTestService, type TestService } from '../verification/testing/testService.ts'
import { provenance } from './provenance.ts'

// Real history on a real archive node; what other nodes lack is taken away by a proxy.

const ZERO_ADDRESS = createVerification([])
const http = createOperatorFetch()
let sandbox: Sandbox
let world: SandboxWorld

before(async () => {
  sandbox = await reusedSandbox({ chains: ['ethereum'] })
  world = sandbox.world.ethereum
})
after(async () => {
  await sandbox?.close()
  await http.close()
})

const timeoutSignal = () => AbortSignal.timeout(20_000)
const lower = (address: Address) => address.toLowerCase() as Address
const DAY = 86_400

type Message = { id: number; method: string; params?: unknown[]; result?: unknown }

/** A node that changes some answers: `change` gives the new answer, or undefined. */
const changing =
  (change: (request: Message) => object | undefined): ProxyRule =>
  async (body, forward) => {
    const requests = (Array.isArray(body) ? body : [body]) as Message[]
    const answer = await forward()
    const changed = ((Array.isArray(answer) ? answer : [answer]) as Message[]).map((one) => {
      const request = requests.find(({ id }) => id === one.id)
      const other = request && change(request)
      return other === undefined ? one : { jsonrpc: '2.0', id: one.id, ...other }
    })
    return { answer: Array.isArray(answer) ? changed : changed[0] }
  }
const nodeWithoutMethods = (...methods: string[]) =>
  changing(({ method }) =>
    methods.includes(method) ? { error: { code: -32_601, message: `the method ${method} does not exist` } } : undefined,
  )

async function withNode<Value>(
  rule: ProxyRule | null,
  test: (source: ChainSource, proxy: TestProxy) => Promise<Value>,
  limits: Partial<ChainLimits> = {},
): Promise<Value> {
  const proxy = await startTestProxy(sandbox.rpcUrls.ethereum)
  proxy.rule = rule
  const source = createChainSource({ chain: 'ethereum', urls: [proxy.url], limits })
  try {
    return await test(source, proxy)
  } finally {
    await source.close()
    await proxy.close()
  }
}

const ask = async (
  source: ChainSource,
  address: Address,
  verification: Verification = ZERO_ADDRESS,
): Promise<Provenance> => {
  const block = await source.head(timeoutSignal())
  return provenance({ chain: source, verification, maxMs: 20_000 }, { block, address: lower(address) }, timeoutSignal())
}
const daysAgo = ({ createdAt }: Provenance) => Math.round((world.headTimestamp - (createdAt ?? 0)) / DAY)

describe('the creation', () => {
  it('is told by a node that keeps an index of it', () =>
    withNode(null, async (source) => {
      const { creator, factory, createdAt, creationBy, verified, ...found } = await ask(source, world.tokens.honest)
      assert.deepEqual([creator, factory, verified], [lower(world.actors.projectTeam), null, null])
      assert.equal(creationBy, 'ots_getContractCreator')
      assert.equal(Math.round((world.headTimestamp - (createdAt ?? 0)) / DAY), 45)
      assert.match(found.creationTransaction ?? '', /^0x[0-9a-f]{64}$/)
    }))

  it('by a factory names the person and the factory', () =>
    withNode(null, async (source) => {
      const { creator, factory } = await ask(source, world.dex.pairs.honest)
      assert.deepEqual([creator, factory], [lower(world.actors.projectTeam), lower(world.dex.v2Factory)])
    }))

  it('is found in old state where there is no index, the same to the block and the person', async () => {
    for (const address of [world.tokens.honest, world.traps.ruggable, world.dex.pairs.honest, world.safe.account]) {
      const indexed = await withNode(null, (source) => ask(source, address))
      const searched = await withNode(nodeWithoutMethods('ots_getContractCreator'), (source) => ask(source, address))
      assert.deepEqual({ ...searched, creationBy: '' }, { ...indexed, creationBy: '' })
      assert.equal(searched.creationBy, 'code in old state')
    }
  })

  it('without traces is found for what a transaction made itself, and only its time for what a factory made', () =>
    withNode(nodeWithoutMethods('ots_getContractCreator', 'trace_block'), async (source) => {
      assert.equal((await ask(source, world.traps.honeypot)).creator, lower(world.actors.honeypotTeam))
      const pair = await ask(source, world.dex.pairs.honest)
      assert.deepEqual([pair.creator, pair.creationTransaction, daysAgo(pair)], [null, null, 44])
    }))

  it('costs few round trips, and none the second time', () =>
    withNode(nodeWithoutMethods('ots_getContractCreator'), async (source, proxy) => {
      await source.head(timeoutSignal())
      const before = proxy.requests.length
      await ask(source, world.traps.ruggable)
      // Code, index, three looks (16^3 > 314 blocks), block and its contracts, the transaction.
      assert.ok(proxy.requests.length - before <= 8, `${proxy.requests.length - before}`)
      const after = proxy.requests.length
      await ask(source, world.traps.ruggable)
      assert.equal(proxy.requests.length, after)
    }))

  it('of code that was put in place without a transaction has a time, and no creator', () =>
    withNode(null, async (source) => {
      const found = await ask(source, world.tokens.usdc)
      assert.deepEqual([found.creator, found.creationTransaction, daysAgo(found)], [null, null, 400])
    }))

  it('is only known to be old where no node keeps old state', async () => {
    const head = 314n
    const pruned = changing(({ method, params }) => {
      const at = params?.[1]
      if (method === 'ots_getContractCreator') return { error: { code: -32_601, message: 'method not found' } }
      const isOld = typeof at === 'string' && at.startsWith('0x') && BigInt(at) < head - 128n
      return method === 'eth_getCode' && isOld
        ? { error: { code: -32_000, message: 'missing trie node: historical state is not available' } }
        : undefined
    })
    await withNode(pruned, async (source) => {
      const old = await ask(source, world.tokens.usdc)
      assert.deepEqual([old.createdAt, old.creator, old.creationBlock], [null, null, null])
      assert.ok((old.createdBefore ?? 0) > 0 && (old.createdBefore ?? 0) < world.headTimestamp)
      assert.deepEqual(old.unavailable, [])
      const young = await ask(source, world.traps.ruggable)
      assert.deepEqual([young.creator, young.createdBefore], [lower(world.actors.rugTeam), null])
    })
  })

  it('that takes too long stays unknown, is said, and does not cost the scan more than its limit', () =>
    withNode(
      null,
      async (source, proxy) => {
        const block = await source.head(timeoutSignal())
        await source.code(block, lower(world.traps.ruggable), timeoutSignal())
        proxy.rule = async () => 'hang'
        // Nothing else ends it before the test's own time-out does.
        const scan = new AbortController()
        const at = { block, address: lower(world.traps.ruggable) }
        const asked = provenance({ chain: source, verification: ZERO_ADDRESS, maxMs: 200 }, at, scan.signal)
        const { creator, unavailable } = await asked
        assert.deepEqual([creator, unavailable], [null, ['creation: not found within 200 ms']])
      },
      { attemptTimeoutMs: 600_000, slowAttemptTimeoutMs: 600_000 },
    ))

  it('is given up with the scan', () =>
    withNode(null, async (source, proxy) => {
      const block = await source.head(timeoutSignal())
      const address = lower(world.traps.ruggable)
      await source.code(block, address, timeoutSignal())
      proxy.rule = async () => 'hang'
      const scan = new AbortController()
      const asked = provenance({ chain: source, verification: ZERO_ADDRESS }, { block, address }, scan.signal)
      scan.abort(new Error('the scan is over'))
      await assert.rejects(asked, /the scan is over/)
    }))

  it('of an account without code of its own is nothing', () =>
    withNode(null, async (source) => {
      const { verified, creator, createdAt } = await ask(source, world.actors.trader)
      assert.deepEqual([verified, creator, createdAt], [null, null, null])
    }))

  it('of a contract is not known to a scan of the time before it', () =>
    withNode(null, async (source) => {
      const made = await ask(source, world.traps.ruggable)
      const earlier = await source.blockAt((made.creationBlock ?? 1n) - 1n, timeoutSignal())
      const address = lower(world.traps.ruggable)
      assert.equal(
        (await provenance({ chain: source, verification: ZERO_ADDRESS }, { block: earlier, address }, timeoutSignal()))
          .creator,
        null,
      )
    }))
})

describe('with a service', () => {
  let service: TestService
  before(async () => {
    service = await startTestService(() => SOURCIFY.unverified)
  })
  after(() => service.close())
  const withService = (timeoutMs = 60_000) => {
    const none = byChain(() => null)
    const addresses = { sourcifyUrl: service.url, etherscan: { urls: none, apiKey: null }, blockscoutUrls: none }
    return createVerification(createExplorers(addresses, http, { limits: { timeoutMs } }))
  }

  it('a verified contract has its name, compiler and ABI', () =>
    withNode(null, async (source) => {
      service.answer = () => SOURCIFY.verified
      const { verified, verifiedBy, name, compiler, abi } = await ask(source, world.tokens.honest, withService())
      assert.deepEqual(
        [verified, verifiedBy, name, compiler, abi?.length],
        [true, 'Sourcify', 'PlainToken', '0.8.24', 1],
      )
    }))

  it('an unverified one is unverified by those who were asked', () =>
    withNode(null, async (source) => {
      service.answer = () => SOURCIFY.unverified
      const { verified, asked } = await ask(source, world.tokens.honest, withService())
      assert.deepEqual([verified, asked], [false, ['Sourcify']])
    }))

  it('that does not answer leaves verification unknown, and the creation is known all the same', () =>
    withNode(nodeWithoutMethods('ots_getContractCreator'), async (source) => {
      service.answer = () => 'hang'
      const { verified, unavailable, creator } = await ask(source, world.tokens.honest, withService(300))
      assert.deepEqual([verified, unavailable], [null, ['Sourcify: no answer within 300 ms']])
      assert.equal(creator, lower(world.actors.projectTeam))
    }))

  it('the transaction it names is looked up on the chain: sender and time are not its word', async () => {
    const real = await withNode(null, (source) => ask(source, world.tokens.honest))
    const { json } = SOURCIFY.verified
    service.answer = () => ({
      json: { ...json, deployment: { ...json.deployment, transactionHash: real.creationTransaction } },
    })
    await withNode(nodeWithoutMethods('ots_getContractCreator'), async (source) => {
      const { creator, createdAt, creationBlock, creationBy } = await ask(source, world.tokens.honest, withService())
      assert.deepEqual([creator, createdAt, creationBlock], [real.creator, real.createdAt, real.creationBlock])
      assert.equal(creationBy, 'Sourcify')
    })
  })

  it('a transaction that the node does not keep is the word of the service', () =>
    withNode(nodeWithoutMethods('ots_getContractCreator'), async (source) => {
      const { json } = SOURCIFY.verified
      const { deployment } = json
      service.answer = () => ({ json: { ...json, deployment: { ...deployment, blockNumber: '100' } } })
      const { creator, creationBlock, createdAt } = await ask(source, world.tokens.usdc, withService())
      assert.deepEqual([creator, creationBlock, createdAt !== null], [deployment.deployer, 100n, true])
    }))

  it('a creation after the scanned block is not believed', () =>
    withNode(nodeWithoutMethods('ots_getContractCreator'), async (source) => {
      const { json } = SOURCIFY.verified
      service.answer = () => ({ json: { ...json, deployment: { ...json.deployment, blockNumber: '99999999' } } })
      const { creator, creationBy } = await ask(source, world.traps.ruggable, withService())
      assert.deepEqual([creator, creationBy], [lower(world.actors.rugTeam), 'code in old state'])
    }))
})
