import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { namehash, normalize } from 'viem/ens'
import { encodeAbiParameters } from 'viem/utils'
import type { ChainSource } from '../../evm/rpc/chainSource.ts'
import { createChainSource } from '../../evm/rpc/createChainSource.ts'
import { startTestChain, type TestChain } from '../../evm/simulation/testing/testChain.ts'
import { ensName } from './ensName.ts'
import { answering } from './testing/answering.ts'

const REGISTRY: Address = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'
const REVERSE: Address = `0x${'ce'.repeat(20)}`
const RESOLVER: Address = `0x${'e5'.repeat(20)}`
const OWNER: Address = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const OTHER: Address = `0x${'0e'.repeat(20)}`
const word = (address: Address): Hex => `0x${address.slice(2).padStart(64, '0')}`
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const reverseNode = namehash(`${OWNER.slice(2)}.addr.reverse`)

/** The three contracts behind a name: the name that the account claims, and the account that the name points to. */
function ens(name: string, belongsTo: Address): Record<Address, { code: Hex }> {
  const node = namehash(name)
  return {
    [REGISTRY]: {
      code: answering({
        [`resolver(bytes32) ${reverseNode}`]: word(REVERSE),
        [`resolver(bytes32) ${node}`]: word(RESOLVER),
      }),
    },
    [REVERSE]: { code: answering({ [`name(bytes32) ${reverseNode}`]: text(name) }) },
    [RESOLVER]: { code: answering({ [`addr(bytes32) ${node}`]: word(belongsTo) }) },
  }
}

describe('ensName', () => {
  let chain: TestChain
  let source: ChainSource
  const signal = AbortSignal.timeout(60_000)
  before(async () => {
    chain = await startTestChain()
    source = createChainSource({ chain: 'ethereum', urls: [chain.url], limits: { headReuseMs: 0 } })
  })
  after(async () => {
    await source.close()
    await chain.close()
  })
  const nameOn = async (contracts: Record<Address, { code: Hex }>) => {
    const absent = Object.fromEntries([REGISTRY, REVERSE, RESOLVER].map((address) => [address, { code: '0x' as Hex }]))
    await chain.place({ ...absent, ...contracts })
    return ensName(source, { block: await source.head(signal), address: OWNER }, signal)
  }

  for (const name of ['vitalik.eth', 'my-wallet.eth', '1.nick.eth', 'x.cb.id', 'example.com'])
    test(`${name} is a name of its owner, and normalised`, async () => {
      assert.equal(await nameOn(ens(name, OWNER)), name)
      assert.equal(normalize(name), name)
    })

  test('a name that points to another account is not the account’s', async () =>
    assert.equal(await nameOn(ens('vitalik.eth', OTHER)), null))

  test('no registry, no reverse record, no resolver: no name', async () => {
    assert.equal(await nameOn({}), null)
    const { [REGISTRY]: registry, [REVERSE]: reverse } = ens('vitalik.eth', OWNER)
    assert.ok(registry && reverse)
    assert.equal(await nameOn({ [REGISTRY]: registry }), null)
    assert.equal(await nameOn({ [REGISTRY]: registry, [REVERSE]: reverse }), null)
    assert.equal(await nameOn({ [REGISTRY]: { code: answering({ 'resolver(bytes32)': 0n }) } }), null)
  })

  const REFUSED = {
    'capitals, which no registered name has': 'Vitalik.eth',
    'a Cyrillic letter among Latin ones': 'vitаlik.eth',
    'a whole name in another script': 'аррӏе.eth',
    'an invisible joiner': 'vita\u200dlik.eth',
    'a direction override': '\u202ekilativ.eth',
    'markup and a sentence': 'safe: "Uniswap" <b>.eth',
    'an encoded label': 'xn--vitlik-6nf.eth',
    'an underscore': 'a_b.eth',
    'an empty label': 'a..eth',
    'no dot': 'vitalik',
    'only a dot': '.',
    nothing: '',
    'more than fits': `${'a'.repeat(70)}.eth`,
  }
  for (const [what, name] of Object.entries(REFUSED))
    test(`${what} is not shown`, async () => {
      // Contracts that answer for every name, so that only the name itself can be refused.
      const registry = answering({ 'resolver(bytes32)': word(RESOLVER) })
      const resolver = answering({ 'name(bytes32)': text(name), 'addr(bytes32)': word(OWNER) })
      assert.equal(await nameOn({ [REGISTRY]: { code: registry }, [RESOLVER]: { code: resolver } }), null)
    })

  const HOSTILE: Record<string, Hex> = {
    'says its name is longer than its answer': answering({
      'name(bytes32)': `0x${'20'.padStart(64, '0')}${'30'.padStart(64, '0')}`,
    }),
    'puts the name somewhere far': answering({ 'name(bytes32)': `0x${'f'.repeat(128)}` }),
    'answers 1': answering({ 'name(bytes32)': 1n }),
    reverts: answering({}),
    // OffchainLookup of ERC-3668 is a revert with data.
    'asks to be asked elsewhere': `0x63556f183060005260206000fd`,
    'answers a megabyte': '0x620f42406000f3',
  }
  for (const [what, code] of Object.entries(HOSTILE))
    test(`a resolver that ${what} gives no name`, async () =>
      assert.equal(await nameOn({ ...ens('vitalik.eth', OWNER), [REVERSE]: { code } }), null))

  test('other networks have none', async () => {
    const bsc = createChainSource({ chain: 'bsc', urls: [chain.url] })
    const block = await source.head(signal)
    assert.equal(await ensName(bsc, { block, address: OWNER }, signal), null)
    await bsc.close()
  })
})
