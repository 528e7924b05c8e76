import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Distribution } from '@redoubt/risk/facts/distribution.ts'
import { SANDBOX_CHAINS, type SandboxChain } from '../../sandbox/canonical.ts'
import { transfer } from '../../sandbox/history/calls.ts'
import { nodeRpc } from '../../sandbox/nodeRpc.ts'
import type { Sandbox } from '../../sandbox/startSandbox.ts'
import { reusedSandbox } from '../../sandbox/testing/reusedSandbox.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { createChainSource } from '../rpc/createChainSource.ts'
import { assemble } from '../simulation/testing/assembler.ts'
import { startTestProxy } from '../simulation/testing/testChain.ts'
import { distribution, lockers } from './distribution.ts'

const http = createOperatorFetch()
let sandbox: Sandbox
let sources: Record<SandboxChain, ChainSource>

before(async () => {
  sandbox = await reusedSandbox()
  sources = Object.fromEntries(
    SANDBOX_CHAINS.map((chain): [SandboxChain, ChainSource] => [
      chain,
      createChainSource({ chain, urls: [sandbox.rpcUrls[chain]], limits: { headReuseMs: 0 } }),
    ]),
  ) as typeof sources
})
after(async () => {
  await Promise.all(SANDBOX_CHAINS.map((chain) => sources?.[chain].close()))
  await sandbox?.close()
  await http.close()
})

const timeoutSignal = () => AbortSignal.timeout(20_000)
const lower = (address: Address) => address.toLowerCase() as Address
const world = (chain: SandboxChain): SandboxWorld => sandbox.world[chain]
const rpc = (chain: SandboxChain) => nodeRpc(sandbox.rpcUrls[chain], http)

async function ask(
  chain: SandboxChain,
  token: Address,
  {
    creator = null,
    owner = null,
    source = sources[chain],
  }: { creator?: Address | null; owner?: Address | null; source?: ChainSource } = {},
): Promise<Distribution | null> {
  const block = await source.head(timeoutSignal())
  const question = {
    block,
    token: lower(token),
    creator: creator && lower(creator),
    owners: owner ? [lower(owner)] : [],
  }
  return distribution(source, { ...question, since: null }, timeoutSignal())
}
const holder = (found: Distribution | null, address: Address) =>
  found?.topHolders.find((one) => one.address === lower(address))
const lpHolder = (found: Distribution | null, address: Address) =>
  found?.lpHolders?.find((one) => one.address === lower(address))

for (const chain of SANDBOX_CHAINS)
  describe(chain, () => {
    it('the honest token: its pool, its team and everybody else, to the last', async () => {
      const { tokens, dex, actors, honest } = world(chain)
      const found = await ask(chain, tokens.honest, { creator: actors.projectTeam })
      assert.equal(holder(found, dex.pairs.honest)?.kind, 'pool')
      assert.equal(holder(found, actors.projectTeam)?.kind, 'creator')
      assert.equal(holder(found, honest.airdrop)?.kind, 'contract')
      assert.equal(holder(found, actors.trader)?.kind, 'eoa')
      assert.equal(found?.sampled, false, 'every holder is in the history')
      const sum = found.topHolders.reduce((total, { share }) => total + share, 0)
      assert.ok(sum > 99 && sum <= 100, `${sum}`)
      assert.ok(found.liquidityUsd !== null && found.liquidityUsd > 200_000 && found.liquidityUsd < 400_000)
    })

    it('liquidity belongs to the team that opened the pool', async () => {
      const { traps, actors } = world(chain)
      const found = await ask(chain, traps.ruggable, { creator: actors.rugTeam, owner: actors.rugTeam })
      assert.deepEqual(
        [lpHolder(found, actors.rugTeam)?.kind, lpHolder(found, actors.rugTeam)?.share],
        ['creator', 99.99],
      )
      const honeypot = await ask(chain, traps.honeypot, { owner: actors.honeypotTeam })
      assert.equal(lpHolder(honeypot, actors.honeypotTeam)?.kind, 'owner')
    })

    it('of a dollar the largest holders, and liquidity in V2 and V3 pools together', async () => {
      const { tokens, actors } = world(chain)
      const found = await ask(chain, tokens.usdc)
      assert.ok((found?.liquidityUsd ?? 0) > 15_000_000, String(found?.liquidityUsd))
      assert.equal(holder(found, actors.exchange)?.kind, 'eoa')
      assert.equal(lpHolder(found, actors.marketMaker)?.kind, 'eoa')
    })
  })

describe('liquidity that was given away', () => {
  const send = async (from: Address, to: Address, data: Hex) => {
    await rpc('ethereum')('anvil_impersonateAccount', [from])
    await rpc('ethereum')('eth_sendTransaction', [{ from, to, data, gas: '0x30d40' }])
    await rpc('ethereum')('evm_mine', [])
  }
  const balance = async (token: Address, of: Address) => {
    const source = sources.ethereum
    const data: Hex = `0x70a08231${of.slice(2).padStart(64, '0')}`
    return BigInt(
      (await source.call(await source.head(timeoutSignal()), { to: token, data }, timeoutSignal())) ?? '0x0',
    )
  }

  it('is burned at a dead address, locked in a locker, and just gone to one where no locker is', async () => {
    const { traps, dex, actors } = world('ethereum')
    const [locker, unbuilt] = [...lockers('ethereum').keys()] as [Address, Address]
    await rpc('ethereum')('anvil_setCode', [locker, assemble('STOP')])
    const third = (await balance(dex.pairs.ruggable, actors.rugTeam)) / 3n
    const dead: Address = '0x000000000000000000000000000000000000dead'
    for (const to of [dead, locker, unbuilt]) await send(actors.rugTeam, dex.pairs.ruggable, transfer(to, third))
    const found = await ask('ethereum', traps.ruggable, { creator: actors.rugTeam })
    assert.deepEqual(
      [dead, locker, unbuilt].map((to) => lpHolder(found, to)?.kind),
      ['burned', 'locker', 'eoa'],
    )
    assert.ok([dead, locker, unbuilt].every((to) => Math.abs((lpHolder(found, to)?.share ?? 0) - 33.33) < 0.1))
    assert.equal(lpHolder(found, actors.rugTeam), undefined, 'dust is not told')
  })

  it('back to its pool belongs to the first taker', async () => {
    const { traps, dex, actors } = world('ethereum')
    await send(actors.honeypotTeam, dex.pairs.honeypot, transfer(dex.pairs.honeypot, 10n ** 18n))
    assert.equal(lpHolder(await ask('ethereum', traps.honeypot), dex.pairs.honeypot)?.kind, 'contract')
  })
})

describe('what cannot be told', () => {
  it('a token without trades has no liquidity and no holders of it', async () => {
    const { traps } = world('ethereum')
    const found = await ask('ethereum', traps.counterfeit)
    assert.deepEqual([found?.liquidityUsd ?? 0, found?.lpHolders ?? null], [0, null])
  })

  it('what is no token has no distribution', async () => {
    assert.equal(await ask('ethereum', world('ethereum').safe.account), null)
    assert.equal(await ask('ethereum', world('ethereum').actors.trader), null)
  })

  it('a node without logs leaves the obvious holders, and the sample says that it is one', async () => {
    const proxy = await startTestProxy(sandbox.rpcUrls.bsc)
    proxy.rule = async (body, forward) => {
      const requests = (Array.isArray(body) ? body : [body]) as { id: number; method: string }[]
      const answer = await forward()
      const changed = ((Array.isArray(answer) ? answer : [answer]) as { id: number }[]).map((one) =>
        requests.find(({ id }) => id === one.id)?.method === 'eth_getLogs'
          ? { jsonrpc: '2.0', id: one.id, error: { code: -32_601, message: 'the method eth_getLogs does not exist' } }
          : one,
      )
      return { answer: Array.isArray(answer) ? changed : changed[0] }
    }
    const source = createChainSource({ chain: 'bsc', urls: [proxy.url] })
    try {
      const { tokens, dex, actors } = world('bsc')
      const found = await ask('bsc', tokens.honest, { creator: actors.projectTeam, source })
      assert.equal(found?.sampled, true)
      assert.equal(holder(found, dex.pairs.honest)?.kind, 'pool')
      assert.equal(lpHolder(found, actors.projectTeam)?.kind, 'creator')
    } finally {
      await source.close()
      await proxy.close()
    }
  })

  it('a token that says everybody has everything is not believed beyond 100 percent', async () => {
    const liar: Address = `0x${'11a4'.padStart(40, '0')}`
    // Returns the size of its call data: a supply of 4, and 36 for every account.
    const code: Hex = '0x3660005260206000f3'
    await rpc('ethereum')('anvil_setCode', [liar, code])
    await rpc('ethereum')('evm_mine', [])
    const found = await ask('ethereum', liar)
    assert.ok(found?.topHolders.every(({ share }) => share === 100))
    assert.deepEqual([found?.topHolders.length, found?.sampled], [10, true])
  })

  it('a token that burns all gas when asked for balances tells nothing', async () => {
    const bomb: Address = `0x${'b0b'.padStart(40, '0')}`
    await rpc('ethereum')('anvil_setCode', [bomb, '0x5b600056'])
    await rpc('ethereum')('evm_mine', [])
    const found = await ask('ethereum', bomb).catch(() => null)
    assert.equal(found, null)
  })
})
