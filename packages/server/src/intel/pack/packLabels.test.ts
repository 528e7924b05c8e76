import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import { cleanText } from '../../lib/cleanText.ts'
import { packLabels } from './packTables.ts'
import { readPack } from './readPack.ts'

const KNOWN: [Chain, Address, Label['category'], RegExp][] = [
  ['ethereum', '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D', 'defi_protocol', /^Uniswap V2 Router/],
  ['ethereum', '0xc36442b4a4522e871399cd717abdd847ab11fe88', 'defi_protocol', /^Uniswap .*Position/],
  ['ethereum', '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2', 'defi_protocol', /^Aave V3 Ethereum Pool$/],
  ['ethereum', '0xc3d688b66703497daa19211eedff47f25384cdc3', 'defi_protocol', /^Compound/],
  ['ethereum', '0xbebc44782c7db0a1a60cb6fe97d0b483032ff1c7', 'defi_protocol', /^Curve 3pool/],
  ['ethereum', '0xc92e8bdf79f0507f65a392b0ab4667716bfe0110', 'defi_protocol', /^CoW Protocol Vault Relayer/],
  ['ethereum', '0xbbbbbbbbbb9cc5e90e3b3af64bdaf62c37eeffcb', 'defi_protocol', /^Morpho/],
  ['ethereum', '0x9759a6ac90977b93b58547b4a71c78317f391a28', 'defi_protocol', /^Maker Join DAI/],
  ['ethereum', '0x0000000000000068f116a894984e2db1123eb395', 'nft_marketplace', /^Seaport/],
  ['ethereum', '0x3ee18b2214aff97000d974cf647e7c347e8fa585', 'bridge', /^Wormhole Token Bridge/],
  ['ethereum', '0x4dbd4fc535ac27206064b68ffcf827b0a60bab3f', 'bridge', /^Arbitrum Inbox/],
  ['ethereum', '0xa0c68c638235ee32657e8f720a23cec1bfc77c77', 'bridge', /^Polygon Root Chain Manager/],
  ['ethereum', '0x1a9c8182c09f50c8318d769245bea52c32be35bc', 'dao_treasury', /Uniswap/],
  ['ethereum', '0xd9db270c1b5e3bd161e8c8503c55ceabee709552', 'multisig', /^Safe 1\.3\.0 singleton/],
  ['bsc', '0x10ed43c718714eb63d5aa57b78b54704e256024e', 'defi_protocol', /^Pancake/],
  ['bsc', '0xfd36e2c2a6789db23113685031d7f16329158384', 'defi_protocol', /^Venus Unitroller/],
  ['bsc', '0x6807dc923806fe8fd134338eabca509979a7e0cb', 'defi_protocol', /^Aave V3 BNB Pool/],
  ['polygon', '0xa5e0829caced8ffdd4de3c43696c57f7d7a678ff', 'defi_protocol', /^Quickswap Router/],
  ['polygon', '0x794a61358d6845594f94dc1db02a252b5b4814ad', 'defi_protocol', /^Aave V3 Polygon Pool/],
]
for (const [chain, address, category, name] of KNOWN)
  test(`${address} on ${chain} is a ${category}`, () => {
    const found = packLabels(chain, address).find((label) => label.category === category)
    assert.match(found?.name ?? '', name)
    assert.match(found?.source ?? '', /^npm:.+@\d/)
  })

// These run any call for any caller: a name that vouched for them would vouch for a stranger.
const OPEN_EXECUTORS: [Chain, Address][] = [
  ['ethereum', '0xca11bde05977b3631167028862be2a173976ca11'],
  ['bsc', '0xca11bde05977b3631167028862be2a173976ca11'],
  ['polygon', '0x0000000071727de22e5e9d8baf0edac6f37da032'],
  ['ethereum', '0x9008d19f58aabd9ed0d60971565aa8510560ab41'],
  ['ethereum', '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526'],
  ['ethereum', '0xc2c862322e9c97d6244a3506655da95f05246fd8'],
  ['ethereum', '0x6566194141eefa99af43bb5aa71460ca2dc90245'],
  ['ethereum', '0xdb9b1e94b5b69df7e401ddbede43491141047db3'],
]
for (const [chain, address] of OPEN_EXECUTORS)
  test(`${address} on ${chain} is a relay and nothing else`, () =>
    assert.deepEqual(
      packLabels(chain, address).map(({ category }) => category),
      ['open-executor'],
    ))

// A vault token takes assets in: who approves it approves a service, not a mere token.
const VAULTS: [Chain, Address][] = [
  ['ethereum', '0x4ddc2d193948926d02f9b1fe9e1daa0718270ed5'],
  ['bsc', '0xa07c5b74c9b40447a954e1466938b865b6bbea36'],
  ['ethereum', '0x4da27a545c0c5b758a6ba100e3a049001de870f5'],
]
for (const [chain, address] of VAULTS)
  test(`${address} on ${chain} is a token and a service`, () => {
    const categories = packLabels(chain, address).map(({ category }) => category)
    assert.ok(categories.includes('token') && categories.includes('defi_protocol'), categories.join())
  })

// Tornado Cash routers, pools and proxy; Inferno's and other drainers' contracts; the Ronin thief; a router that lost approvals.
const NEVER: Address[] = [
  '0xd90e2f925da726b50c4ed8d0fb90ad053324f31b',
  '0x722122df12d4e14e13ac3b6895a86e84145b6967',
  '0x12d66f87a04a9e220743712ce6d9bb1815616f14',
  '0x47ce0c6ed5b0ce3d3a51fdb1c52dc66a7c3c2936',
  '0x910cbd523d972eb0a6f4cae4618ad62622b39dbf',
  '0xa160cdab225685da1d56aa342ad8841c3b53f291',
  '0x0000db5c8b030ae20308ac975898e09741e70000',
  '0x098b716b8aaf21512996dc57eb0615e2383e2f96',
  '0x044b75f554b886a065b9567891e45c79542d7357',
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dead',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
]
/** Networks that the pack has data of. */
const COVERED = CHAINS.filter((chain) => readPack().has(`labels.${chain}`))

test('mixers, thieves, drainers and unknown accounts have no label', () => {
  for (const address of NEVER) for (const chain of CHAINS) assert.deepEqual(packLabels(chain, address), [], address)
})

test('what is no address has no label', () => {
  for (const text of ['0x', '0x7a25', `0x${'g'.repeat(40)}`, `0x${'a'.repeat(64)}`] as Address[])
    assert.deepEqual(packLabels('ethereum', text), [])
})

test('labels are in order, once per category, clean, and never accuse', () => {
  for (const chain of COVERED) {
    const { addresses, names } = readPack().section(`labels.${chain}`) as { addresses: string; names: string[] }
    const bytes = Buffer.from(addresses, 'base64')
    assert.equal(bytes.length, names.length * 20)
    let before = ''
    for (const [row, name] of names.entries()) {
      const address: Address = `0x${bytes.toString('hex', row * 20, row * 20 + 20)}`
      assert.ok(address >= before)
      assert.equal(cleanText(name), name)
      assert.notEqual(name, '')
      if (address !== before) {
        const labels = packLabels(chain, address)
        const categories = labels.map(({ category }) => category)
        assert.equal(new Set(categories).size, categories.length, address)
        for (const label of labels) {
          assert.ok(!['mixer', 'hacker', 'scammer', 'exchange', 'whale'].includes(label.category))
          assert.ok(['high', 'medium', 'low'].includes(label.confidence))
        }
      }
      before = address
    }
  }
})

/** What calls anything for strangers of another network vouches for payments and for no permission. */
const EXECUTORS: Address[] = [
  '0x49048044d57e1c92a77f79988d21fa8faf74e97e', // Base portal
  '0xbeb5fc579115071764c7423a4f12edde41f106ed', // Optimism portal
  '0x8315177ab297ba92a06054ce80a67ed4dbd7ed3a', // Arbitrum bridge
]
for (const address of EXECUTORS)
  test(`${address} is a bridge that makes strangers' calls`, () => {
    const categories = packLabels('ethereum', address).map(({ category }) => category)
    assert.deepEqual([...new Set(categories)].sort(), ['bridge', 'open-executor'])
  })

test('a publicly opened route vouches for no account', () =>
  assert.deepEqual(
    packLabels('ethereum', '0x0220b1ea1b56ece8e2b62c8965659f0a621e9ebd').map(({ confidence }) => confidence),
    ['low'],
  ))

/** Contracts of exchanges that a bridge's configuration lists beside its own. */
const QUOTERS: [Chain, Address][] = [
  ['ethereum', '0x61ffe014ba17989e743c5f6cb21bf9697530b21e'],
  ['ethereum', '0xb048bbc1ee6b733fffcfb9e9cef7375518e25997'],
  ['polygon', '0x61ffe014ba17989e743c5f6cb21bf9697530b21e'],
  ['bsc', '0x78d78e420da98ad378d7799be8f4af69033eb077'],
]
for (const [chain, address] of QUOTERS)
  test(`${address}, a quoter on ${chain}, is no bridge`, () =>
    assert.ok(!packLabels(chain, address).some(({ category }) => category === 'bridge')))

test('a council of people is a multisig, and no protocol', () => {
  const riskCouncil = '0x47c71dfeb55ebaa431ae3fbf99ea50e0d3d30fa8'
  assert.deepEqual(
    packLabels('ethereum', riskCouncil).map(({ category }) => category),
    ['multisig'],
  )
})

test('no address has two roles that exclude each other', () => {
  const roles = ['bridge', 'multisig', 'dao_treasury', 'defi_protocol']
  const allowed = ['dao_treasury multisig']
  for (const chain of COVERED) {
    const { addresses } = readPack().section(`labels.${chain}`) as { addresses: string }
    const bytes = Buffer.from(addresses, 'base64')
    for (let at = 0; at < bytes.length; at += 20) {
      const address: Address = `0x${bytes.toString('hex', at, at + 20)}`
      const held = packLabels(chain, address).map(({ category }) => category)
      const exclusive = [...new Set(held)].filter((category) => roles.includes(category)).sort()
      assert.ok(exclusive.length < 2 || allowed.includes(exclusive.join(' ')), `${address}: ${exclusive}`)
    }
  }
})
