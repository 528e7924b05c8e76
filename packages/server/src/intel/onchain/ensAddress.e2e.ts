import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ChainSource } from '../../evm/rpc/chainSource.ts'
import { createChainSource } from '../../evm/rpc/createChainSource.ts'
import { startTestChain, type TestChain } from '../../evm/simulation/testing/testChain.ts'
import { ensAddress, namehash } from './ensName.ts'
import { answering } from './testing/answering.ts'

const REGISTRY: Address = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'
const RESOLVER: Address = `0x${'e5'.repeat(20)}`
const OWNER: Address = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const NAME = 'trader.eth'
const node = namehash(NAME)
const word = (address: Address): Hex => `0x${address.slice(2).padStart(64, '0')}`

describe('ensAddress', () => {
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
  const registry = answering({ [`resolver(bytes32) ${node}`]: word(RESOLVER) })
  const ask = async (contracts: Record<Address, { code: Hex }>, name = NAME) => {
    await chain.place({ [REGISTRY]: { code: '0x' }, [RESOLVER]: { code: '0x' }, ...contracts })
    return ensAddress(source, { block: await source.head(signal), name }, signal)
  }
  const resolving = (code: Hex) => ask({ [REGISTRY]: { code: registry }, [RESOLVER]: { code } })

  test('a name belongs to the address that its resolver names', async () => {
    const resolver = answering({ [`addr(bytes32) ${node}`]: word(OWNER) })
    assert.equal(await resolving(resolver), OWNER)
    const other = { [REGISTRY]: { code: registry }, [RESOLVER]: { code: resolver } }
    assert.equal(await ask(other, 'other.eth'), null)
  })

  const ZERO_ADDRESS: Record<string, Hex> = {
    'has no code': '0x',
    'names address zero': answering({ 'addr(bytes32)': 0n }),
    'names no address': answering({ 'addr(bytes32)': `0x${'f'.repeat(64)}` }),
    reverts: answering({}),
    'asks to be asked elsewhere': '0x63556f183060005260206000fd',
    'answers a megabyte': '0x620f42406000f3',
    'never ends': '0x5b600056',
  }
  for (const [what, code] of Object.entries(ZERO_ADDRESS))
    test(`a resolver that ${what} names no owner`, async () => assert.equal(await resolving(code), null))

  test('without a registry, or with none that knows the name, it has no owner', async () => {
    assert.equal(await ask({}), null)
    assert.equal(await ask({ [REGISTRY]: { code: answering({ 'resolver(bytes32)': 0n }) } }), null)
  })

  test('a node that does not answer is not "no owner"', async () => {
    const block = await source.head(signal)
    const gone = createChainSource({ chain: 'ethereum', urls: ['http://127.0.0.1:1'] })
    await assert.rejects(ensAddress(gone, { block, name: NAME }, signal), { name: 'NetworkUnavailable' })
    await gone.close()
  })
})
