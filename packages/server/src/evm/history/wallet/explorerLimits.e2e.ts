import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestAnswer } from '../../verification/testing/testService.ts'
import type { ChainBook } from './testing/chainBook.ts'
import { fakeBlockscout } from './testing/fakeBlockscout.ts'
import { fakeEtherscan } from './testing/fakeEtherscan.ts'
import { historyWorld, nodeWithoutMethods, OTS } from './testing/historyWorld.ts'

// Services with more rows than they list, and services that fail, in their own words.

const world = historyWorld()

describe('long lists', () => {
  /** The trader's own rows, many times over, in older blocks. */
  const swollen = (times: number): ChainBook => {
    const wallet = world.addressOf('trader')
    const sample = world.book.transactions.find(({ from }) => from === wallet)
    assert.ok(sample)
    const more = Array.from({ length: times }, (_, at) => ({
      ...sample,
      hash: `0x${(at + 1).toString(16).padStart(64, '0')}` as const,
      block: sample.block,
    }))
    const at = world.book.transactions.indexOf(sample)
    return { ...world.book, transactions: world.book.transactions.toSpliced(at + 1, 0, ...more) }
  }

  it('of Etherscan are read page by page', async () => {
    world.service.answer = fakeEtherscan(swollen(2_500))
    const { transactions, complete } = await world.gather(world.addressOf('trader'), world.explorers('etherscan'))
    const sent = world.book.transactions.filter(({ from }) => from === world.addressOf('trader')).length
    assert.equal(transactions.filter(({ from }) => from === world.addressOf('trader')).length, sent + 2_500)
    assert.ok(complete.transactions)
  })

  it('of Etherscan end at its window; the other end tells how the wallet began', async () => {
    world.service.answer = fakeEtherscan(swollen(12_000))
    world.node.rule = nodeWithoutMethods(OTS)
    const history = await world.gather(world.addressOf('trader'), world.explorers('etherscan'))
    assert.deepEqual(
      [history.complete.transactions, history.complete.firstSeen, history.complete.funding],
      [false, true, true],
    )
    assert.equal(history.funding?.from, world.addressOf('exchange'))
    assert.ok(history.cut.includes('Etherscan: of transactions the newest 10000'), history.cut.join())
  })

  for (const sorts of [true, false])
    it(`of Blockscout are read as far as 2,000 rows, its instances sorting or not (${sorts})`, async () => {
      world.service.answer = fakeBlockscout(swollen(2_500), { sorts })
      world.node.rule = nodeWithoutMethods([...OTS, 'trace_block'], { keeps: 1e9 })
      const history = await world.gather(world.addressOf('trader'), world.explorers('blockscout'))
      assert.equal(history.complete.transactions, false)
      assert.equal(history.complete.funding, sorts)
      assert.ok(history.cut.includes('Blockscout: of transactions the newest 2000'), history.cut.join())
    })
})

describe('a service that fails', () => {
  const notOk = (result: string): TestAnswer => ({ json: { status: '0', message: 'NOTOK', result } })
  const failures: Record<string, ['etherscan' | 'blockscout', TestAnswer, RegExp]> = {
    'over its daily limit': [
      'etherscan',
      notOk('Max daily rate limit reached. 110000 (100%) of 100000 day/limit'),
      /Etherscan: over its rate limit/,
    ],
    'without the network in our plan': [
      'etherscan',
      notOk('Free API access is not supported for this chain. Please upgrade your api plan for full chain coverage.'),
      /Etherscan: refused our key or this network/,
    ],
    'with a wrong key': ['etherscan', notOk('Invalid API Key (#err2)|v2'), /Etherscan: refused our key/],
    'by finding too much': [
      'etherscan',
      notOk('Query Timeout occured. Please select a smaller result dataset'),
      /Etherscan: found too much to answer in time/,
    ],
    'by rows that are none': [
      'etherscan',
      { json: { status: '1', message: 'OK', result: [{ hash: '0x1' }] } },
      /Etherscan: gave a malformed answer/,
    ],
    'by its rate limit, as Blockscout says it': [
      'blockscout',
      { status: 429, json: { message: 'Too many requests' } },
      /Blockscout: over its rate limit/,
    ],
    'by a page of its proxy': [
      'blockscout',
      { status: 200, text: '<html>' },
      /Blockscout: answered HTTP 200 without JSON/,
    ],
    'by what it was not asked': [
      'blockscout',
      { status: 422, json: { errors: [{ title: 'Invalid value' }] } },
      /Blockscout: answered HTTP 422/,
    ],
    'by silence': ['blockscout', 'hang', /Blockscout: no answer within 1000 ms/],
  }
  for (const [how, [which, answer, words]] of Object.entries(failures))
    it(`${how} is named, and the next source tells everything`, async () => {
      world.service.answer = () => answer
      const history = await world.gather(world.addressOf('trader'), world.explorers(which))
      assert.match(history.cut.join('; '), words)
      assert.ok(!history.cut.join().includes('KEY'))
      assert.equal(history.source, 'ots')
      assert.deepEqual(history.complete, { transactions: true, transfers: true, firstSeen: true, funding: true })
    })

  it('in one list only leaves the others', async () => {
    const good = fakeEtherscan(world.book)
    world.service.answer = (url) =>
      url.searchParams.get('action') === 'token1155tx' ? notOk('Query Timeout occured') : good(url)
    const history = await world.gather(world.addressOf('collector'), world.explorers('etherscan'))
    assert.equal(history.source, 'etherscan')
    assert.ok(history.complete.transfers, 'the logs tell the tokens')
    assert.match(history.cut.join(), /found too much to answer in time \(ERC-1155 transfers\)/)
  })

  it('for being asked too quickly is asked again', async () => {
    const good = fakeEtherscan(world.book)
    let quick = 0
    world.service.answer = (url) => (quick++ < 3 ? notOk('Max calls per sec rate limit reached (3/sec)') : good(url))
    const history = await world.gather(world.addressOf('trader'), world.explorers('etherscan'))
    assert.deepEqual([history.source, history.complete.transfers, history.cut], ['etherscan', true, []])
  })

  it('of all sources leaves the nonce, and nothing is called complete', async () => {
    world.service.answer = () => ({ status: 503, json: {} })
    world.node.rule = nodeWithoutMethods([...OTS, 'trace_block', 'eth_getLogs'], { keeps: 1e9 })
    const history = await world.gather(world.addressOf('trader'), world.explorers('etherscan'))
    assert.deepEqual(history.complete, { transactions: false, transfers: false, firstSeen: false, funding: false })
    assert.ok(history.sentCount >= 36)
    assert.equal(history.firstSeen, null)
    assert.match(
      history.cut.join('; '),
      /Etherscan: .*; ots_: no endpoint offers it; old state: nobody keeps .*; logs: /,
    )
  })
})
