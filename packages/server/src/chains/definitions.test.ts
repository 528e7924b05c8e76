import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { CHAIN_IDS, CHAINS, NATIVE_SYMBOLS } from '@redoubt/risk/chain.ts'
import { getAddress } from 'viem/utils'
import type { Factory, NetworkDefinition } from './definition.ts'
import { byChain, NETWORKS } from './index.ts'

const NAMED = /^[a-z][a-z0-9]{1,11}$/
/** As anvil's `--hardfork` spells them, oldest first. */
const RULES =
  'frontier homestead tangerine spuriousdragon byzantium petersburg istanbul muirglacier berlin london arrowglacier grayglacier paris shanghai cancun prague osaka'.split(
    ' ',
  )
const networks = Object.values(NETWORKS)

test('every definition is listed under its own id, and risk knows the same networks', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => !/^(definition|index)\.ts$|\.test\.ts$/.test(name))
  assert.deepEqual(Object.keys(NETWORKS).sort(), files.map((name) => name.replace('.ts', '')).sort())
  assert.deepEqual(Object.keys(NETWORKS), CHAINS)
  for (const [id, network] of Object.entries(NETWORKS)) assert.equal(network.id, id)
  assert.deepEqual(
    CHAIN_IDS,
    byChain((chain) => NETWORKS[chain].chainId),
  )
  assert.deepEqual(
    NATIVE_SYMBOLS,
    byChain((chain) => NETWORKS[chain].coin.symbol),
  )
})

test('ids, chain ids, names and variables are unique', () => {
  const unique = (of: (network: NetworkDefinition) => unknown) =>
    assert.equal(new Set(networks.map(of)).size, networks.length)
  unique(({ id }) => id)
  unique(({ chainId }) => chainId)
  unique(({ name }) => name)
  unique(({ rpc }) => rpc.variable)
})

test('addresses are written in EIP-55, so that a mistyped digit is found', () => {
  for (const { id } of networks) {
    const written = readFileSync(join(import.meta.dirname, `${id}.ts`), 'utf8').match(/0x[0-9a-fA-F]{30,}/g) ?? []
    assert.ok(written.length > 10, id)
    for (const address of written) assert.equal(address, getAddress(address.toLowerCase()), id)
  }
})

for (const network of networks)
  describe(network.id, () => {
    const { id, coin, tokens, quoteTokens, factories, routers, forks, blocks, watch, fees, rpc, status } = network
    const byAddress = new Map(tokens.map((token) => [token.address, token]))

    test('has a name that the contract can spell, and a variable after it', () => {
      assert.match(id, NAMED)
      assert.equal(rpc.variable, `${id.toUpperCase()}_RPC_URLS`)
      assert.ok(coin.names.some(([symbol]) => symbol === coin.symbol))
    })

    test('an experimental network is offered only where it is configured', () => {
      assert.equal(rpc.publicUrls.length === 0, status === 'experimental')
      for (const url of rpc.publicUrls) assert.match(url, /^https:\/\//)
    })

    test('quote tokens are genuine tokens with a price, the wrapped coin first', () => {
      for (const { address, symbol } of quoteTokens) {
        assert.equal(byAddress.get(address)?.symbol, symbol)
        const follows = byAddress.get(address)?.follows ?? null
        assert.ok(follows !== null && network.priceFeeds[follows] !== undefined, symbol)
      }
      assert.equal(byAddress.get(quoteTokens[0]?.address ?? '0x')?.follows, coin.price)
      assert.ok(network.priceFeeds[coin.price])
    })

    test('no address of a list is there twice', () => {
      const lists = [
        tokens.map(({ address }) => address),
        quoteTokens.map(({ address }) => address),
        factories.map(({ factory }) => factory),
        Object.values(network.priceFeeds),
        network.freezeLists.map(({ token }) => token),
        network.positionManagers,
      ]
      for (const list of lists) assert.equal(new Set(list).size, list.length)
      const venues = [...Object.keys(routers), ...Object.values(routers)]
      assert.equal(new Set(venues).size, venues.length)
    })

    test('every factory has its router, and fee tiers where its style has them', () => {
      assert.ok(factories.length > 0)
      for (const { factory, style, fees: tiers, exchange } of factories) {
        assert.ok(routers[factory], exchange)
        const ascending = (list: Factory['fees']) => list.every((fee, at) => fee > (list[at - 1] ?? 0))
        assert.ok(style === 'v2' ? tiers.length === 0 : tiers.length > 0 && ascending(tiers), exchange)
      }
    })

    test('freeze lists are those of genuine tokens', () => {
      for (const { token, symbol } of network.freezeLists) assert.equal(byAddress.get(token)?.symbol, symbol)
    })

    test('forks are those of anvil, newest first, timestamps before numbers', () => {
      const places = forks.map(({ name }) => RULES.indexOf(name))
      assert.ok(
        places.every((place, at) => place >= 0 && (at === 0 || place < (places[at - 1] ?? 0))),
        forks.map(({ name }) => name).join(),
      )
      for (const [at, { from }] of forks.entries()) {
        const before = forks[at + 1]?.from
        if (before === undefined) assert.deepEqual(from, { number: 0n })
        else if ('timestamp' in from) {
          if ('timestamp' in before) assert.ok(from.timestamp > before.timestamp)
          assert.ok(from.timestamp > 1_438_269_973n && from.timestamp < 4_000_000_000n, 'Unix seconds')
        } else assert.ok('number' in before && from.number > before.number)
      }
    })

    test('longer times have more blocks', () => {
      const { seconds, inHalfAnHour, inAnHour, inADay, inAWeek } = blocks
      assert.ok(seconds > 0n && inHalfAnHour < inAnHour && inAnHour < inADay && inADay < inAWeek)
      assert.ok(inHalfAnHour >= 1_800n / seconds / 2n)
    })

    test('a head is old after some minutes, and after many blocks', () => {
      assert.ok(blocks.maxAgeSeconds >= 120 && blocks.maxAgeSeconds <= 600)
      assert.ok(blocks.maxAgeSeconds >= 20 * Number(blocks.seconds))
    })

    test('is followed beyond its confirmations, and its fees can move', () => {
      assert.ok(watch.keptBlocks > watch.confirmations && watch.confirmations > 0)
      assert.ok(watch.staleMs > watch.pollMs && watch.pollMs >= 100)
      assert.ok(fees.baseFeeChangeDenominator > 0n && fees.elasticity > 1n)
    })

    test('precompiles are ranges, first to last, without overlap', () => {
      for (const [at, [first, last]] of network.precompiles.entries())
        assert.ok(first <= last && first > (network.precompiles[at - 1]?.[1] ?? 0n))
    })
  })
