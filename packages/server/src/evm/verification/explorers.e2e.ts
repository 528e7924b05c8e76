import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, describe, it } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { byChain } from '../../chains/index.ts'
import { createExplorers, type ExplorerAddresses } from './createExplorers.ts'
import { type Explorer, ExplorerFailure } from './explorer.ts'
import { BLOCKSCOUT, CONTRACT, CREATOR, ETHERSCAN, SOURCIFY, TRANSACTION, TRANSFER } from './testing/documented.ts'
import { startTestService, type TestAnswer, type TestService } from './testing/testService.ts'

const KEY = 'HUNTER2KEY'
const NONE: Record<Chain, string | null> = byChain(() => null)
const http = createOperatorFetch()
let service: TestService
let now = 0

beforeEach(async () => {
  service = await startTestService(() => ({ status: 500, json: {} }))
  now = 1_000_000
})
afterEach(() => service.close())
after(() => http.close())

const everywhere = (url: string): Record<Chain, string | null> => byChain(() => url)
const ADDRESSES: Record<string, (url: string) => Partial<ExplorerAddresses>> = {
  Sourcify: (url) => ({ sourcifyUrl: `${url}/server/` }),
  Etherscan: (url) => ({ etherscan: { urls: everywhere(`${url}/v2/api`), apiKey: KEY } }),
  Blockscout: (url) => ({ blockscoutUrls: everywhere(url) }),
}
/** The one service, as an operator would configure it; small limits, our own clock. */
function only(name: string, { url = service.url, timeoutMs = 60_000 } = {}): Explorer {
  const none = { sourcifyUrl: null, etherscan: { urls: NONE, apiKey: null }, blockscoutUrls: NONE }
  const options = { limits: { timeoutMs, maxBytes: 256 * 1024 }, now: () => now }
  const [explorer] = createExplorers({ ...none, ...ADDRESSES[name]?.(url) }, http, options)
  assert.equal(explorer?.name, name)
  return explorer as Explorer
}

const VERIFIED: Record<string, (url: URL) => TestAnswer> = {
  Sourcify: () => SOURCIFY.verified,
  Etherscan: ({ searchParams }) =>
    searchParams.get('action') === 'getsourcecode' ? ETHERSCAN.source : ETHERSCAN.creation,
  Blockscout: ({ pathname }) => (pathname.includes('/smart-contracts/') ? BLOCKSCOUT.source : BLOCKSCOUT.account),
}
const UNVERIFIED: Record<string, (url: URL) => TestAnswer> = {
  Sourcify: () => SOURCIFY.unverified,
  Etherscan: ({ searchParams }) =>
    searchParams.get('action') === 'getsourcecode' ? ETHERSCAN.unverified : ETHERSCAN.noCreation,
  Blockscout: () => BLOCKSCOUT.unknown,
}
const { inputs, outputs, ...rest } = TRANSFER
const plain = ({ name, type }: { name: string; type: string }) => ({ name, type })
const ABI = [{ ...rest, inputs: inputs.map(plain), outputs: outputs.map(plain) }]

for (const name of Object.keys(ADDRESSES))
  describe(name, () => {
    it('tells name, compiler, ABI and creation of a verified contract', async () => {
      service.answer = VERIFIED[name] as TestService['answer']
      const { source, creation, complete } = await only(name).ask('ethereum', CONTRACT)
      assert.deepEqual(source, { name: 'PlainToken', compiler: '0.8.24', abi: ABI })
      assert.deepEqual([creation?.transaction, creation?.account, complete], [TRANSACTION, CREATOR, true])
    })

    it('has no source of an unverified one, which is an answer and no failure', async () => {
      service.answer = UNVERIFIED[name] as TestService['answer']
      assert.deepEqual(await only(name).ask('bsc', CONTRACT), { source: null, creation: null, complete: true })
    })

    const useless: Record<string, [TestAnswer, RegExp]> = {
      'an HTML page of a proxy, found': [{ text: '<html>Welcome</html>' }, /HTTP 200 without JSON/],
      'an HTML page of a proxy, not found': [{ status: 404, text: '<html>nginx</html>' }, /HTTP 404 without JSON/],
      'a 404 of another API': [{ status: 404, json: { error: 'no such route' } }, /HTTP 404/],
      'a server error': [{ status: 503, json: {} }, /HTTP 503/],
      'a list': [{ json: [1, 2] }, /HTTP 200/],
      'JSON null': [{ text: 'null' }, /HTTP 200/],
      'half an answer': [{ text: '{"match":"exact_ma' }, /without JSON/],
      'a redirect': [{ status: 302, headers: { location: 'http://127.0.0.1:1/' }, json: {} }, /HTTP 302/],
      'brackets in brackets': [{ text: `${'['.repeat(100_000)}${']'.repeat(100_000)}` }, /HTTP 200 without JSON/],
      silence: ['hang', /no answer within 150 ms/],
      'an answer without end': ['flood', /more than 256 KB/],
      'one that is too large': [{ text: JSON.stringify('x'.repeat(300_000)) }, /more than 256 KB/],
      'no entry': [{ status: 403, text: 'denied' }, /refused us/],
    }
    for (const [what, [answer, reason]] of Object.entries(useless))
      it(`fails on ${what}, and says neither key nor what was answered`, async () => {
        service.answer = () => answer
        const explorer = only(name, answer === 'hang' ? { timeoutMs: 150 } : {})
        await assert.rejects(explorer.ask('ethereum', CONTRACT), (error: Error) => {
          assert.ok(error instanceof ExplorerFailure)
          assert.match(error.message, reason)
          assert.ok(error.message.startsWith(`${name}: `))
          assert.doesNotMatch(error.message, /HUNTER2|nginx|denied|127\.0\.0\.1/)
          assert.equal(error.cause, undefined, 'a cause would be logged too')
          return true
        })
      })

    it('is left alone after three failures, and asked again a minute later', async () => {
      service.answer = () => ({ status: 500, json: {} })
      const explorer = only(name)
      for (let round = 0; round < 3; round++) await assert.rejects(explorer.ask('ethereum', CONTRACT), /HTTP 500/)
      const asked = service.asked.length
      await assert.rejects(explorer.ask('ethereum', CONTRACT), /failed repeatedly, not asked for 60 s/)
      assert.equal(service.asked.length, asked)
      now += 60_001
      service.answer = UNVERIFIED[name] as TestService['answer']
      assert.equal((await explorer.ask('ethereum', CONTRACT)).source, null)
    })

    it('is left alone for as long as it asks when over its rate limit', async () => {
      service.answer = () => ({ status: 429, headers: { 'retry-after': '7' }, json: {} })
      const explorer = only(name)
      await assert.rejects(explorer.ask('ethereum', CONTRACT), { kind: 'busy' })
      await assert.rejects(explorer.ask('ethereum', CONTRACT), /over its rate limit, not asked for 7 s/)
      now += 7_001
      service.answer = UNVERIFIED[name] as TestService['answer']
      assert.equal((await explorer.ask('ethereum', CONTRACT)).source, null)
    })

    it('survives answers of the right form with every member wrong', async () => {
      const junk: unknown[] = [null, 7, '', '<b>', [], {}, 'x'.repeat(10_000), { toString: 1 }, ['[']]
      for (const value of junk) {
        const members = Object.fromEntries(
          ['match', 'abi', 'compilation', 'deployment', 'status', 'result', 'message', 'is_verified', 'name'].map(
            (member) => [member, value],
          ),
        )
        for (const form of [
          members,
          { ...members, match: 'match' },
          { ...members, status: '1', result: [members] },
          { ...members, is_verified: true },
        ]) {
          service.answer = () => ({ json: form })
          const explorer = only(name)
          const answer = await explorer.ask('ethereum', CONTRACT).catch((error: unknown) => error)
          assert.ok(answer instanceof ExplorerFailure || answer !== undefined)
          if (answer instanceof Error) assert.ok(answer instanceof ExplorerFailure, String(answer))
          else assert.equal((answer as { source: { abi: unknown } | null }).source?.abi ?? null, null)
        }
      }
    })
  })

describe('Sourcify', () => {
  it('is asked for what we need and no more, of the right network', async () => {
    service.answer = () => SOURCIFY.verified
    const { creation } = await only('Sourcify').ask('polygon', CONTRACT)
    assert.equal(creation?.block, 4321n)
    assert.match(service.asked[0] ?? '', new RegExp(`^/server/v2/contract/137/${CONTRACT}\\?fields=abi%2Ccompilation`))
  })

  it('that does not know the network has not answered', async () => {
    service.answer = () => SOURCIFY.unsupportedChain
    await assert.rejects(only('Sourcify').ask('bsc', CONTRACT), /HTTP 404/)
  })
})

describe('Etherscan', () => {
  it('is asked with chain id and key, and tells block and time', async () => {
    service.answer = VERIFIED.Etherscan as TestService['answer']
    const { creation } = await only('Etherscan').ask('bsc', CONTRACT)
    assert.deepEqual([creation?.block, creation?.at], [4321n, 1712345678])
    for (const asked of service.asked)
      assert.match(asked, /^\/v2\/api\?chainid=56&module=contract&.*apikey=HUNTER2KEY$/)
  })

  it('with a rate limit in its words is left alone for a second, then two, then four', async () => {
    service.answer = () => ETHERSCAN.rateLimit
    const explorer = only('Etherscan')
    for (const seconds of [1, 2, 4]) {
      await assert.rejects(explorer.ask('ethereum', CONTRACT), { kind: 'busy' })
      await assert.rejects(explorer.ask('ethereum', CONTRACT), new RegExp(`not asked for ${seconds} s`))
      now += seconds * 1_000 + 1
    }
  })

  it('that reaches its limit between two questions still tells the source, to be asked again soon', async () => {
    service.answer = ({ searchParams }) =>
      searchParams.get('action') === 'getsourcecode' ? ETHERSCAN.source : ETHERSCAN.rateLimit
    const { source, creation, complete } = await only('Etherscan').ask('ethereum', CONTRACT)
    assert.deepEqual([source?.name, creation, complete], ['PlainToken', null, false])
  })

  for (const refusal of ['badKey', 'badChain'] as const)
    it(`that refuses us (${refusal}) is left alone for ten minutes`, async () => {
      service.answer = () => ETHERSCAN[refusal]
      const explorer = only('Etherscan')
      await assert.rejects(explorer.ask('ethereum', CONTRACT), { kind: 'refused' })
      await assert.rejects(explorer.ask('ethereum', CONTRACT), /refused us, not asked for 600 s/)
    })
})

describe('one network', () => {
  it('that a plan does not have leaves the others alone, a rate limit does not', async () => {
    const explorer = only('Etherscan')
    const yes = VERIFIED.Etherscan as TestService['answer']
    const plan =
      'Free API access is not supported for this chain. Please upgrade your api plan for full chain coverage.'
    service.answer = (url) =>
      url.searchParams.get('chainid') === '56' ? { json: { status: '0', message: 'NOTOK', result: plan } } : yes(url)
    await assert.rejects(explorer.ask('bsc', CONTRACT), { kind: 'refused' })
    await assert.rejects(explorer.ask('bsc', CONTRACT), /not asked for 600 s/)
    assert.notEqual((await explorer.ask('ethereum', CONTRACT)).source, null)
    service.answer = () => ETHERSCAN.rateLimit
    await assert.rejects(explorer.ask('ethereum', CONTRACT), { kind: 'busy' })
    await assert.rejects(explorer.ask('polygon', CONTRACT), /over its rate limit, not asked for 1 s/)
  })
})

describe('Blockscout', () => {
  it('that holds code of its own to be another than was verified has no verified source', async () => {
    const { source } = BLOCKSCOUT
    service.answer = ({ pathname }) =>
      pathname.includes('/smart-contracts/')
        ? { json: { ...source.json, is_changed_bytecode: true } }
        : BLOCKSCOUT.account
    assert.equal((await only('Blockscout').ask('ethereum', CONTRACT)).source, null)
  })

  it('of before 2025 tells the creation by its old name', async () => {
    const { creation_transaction_hash, ...older } = BLOCKSCOUT.account.json
    service.answer = ({ pathname }) =>
      pathname.includes('/addresses/')
        ? { json: { ...older, creation_tx_hash: creation_transaction_hash } }
        : BLOCKSCOUT.unverified
    assert.equal((await only('Blockscout').ask('ethereum', CONTRACT)).creation?.transaction, TRANSACTION)
  })
})

it('a service that is down is reported as out of reach', async () => {
  await assert.rejects(only('Sourcify', { url: 'http://127.0.0.1:1' }).ask('ethereum', CONTRACT), {
    message: 'Sourcify: could not be reached',
  })
})

it('networks without an address of their own are not covered', () => {
  const [scan, scout] = createExplorers(
    {
      sourcifyUrl: null,
      etherscan: { urls: { ...NONE, bsc: 'http://127.0.0.1:1/api' }, apiKey: null },
      blockscoutUrls: { ...NONE, polygon: 'http://127.0.0.1:1' },
    },
    http,
  )
  assert.deepEqual([scan?.covers('bsc'), scan?.covers('polygon'), scout?.covers('polygon')], [true, false, true])
})
