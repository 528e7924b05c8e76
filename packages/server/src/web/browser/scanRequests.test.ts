import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WalletRequest } from '@redoubt/risk/facts/browsing.ts'
import { InvalidInput } from '../../domain/sourceErrors.ts'
import { createScanner } from './createBrowserTier.ts'
import type { SeenRequest } from './pageRecorder.ts'
import type { PageWalletRequest } from './pageWallet.ts'

const { signal } = new AbortController()
const request = (params: string, failure: string | null = null): SeenRequest => ({
  method: 'eth_sendTransaction',
  provider: 'eip1193',
  chain: 'ethereum',
  unprompted: false,
  params,
  failure,
  origin: 'https://a.example/',
})
const JUDGED: NonNullable<WalletRequest['scan']> = {
  kind: 'transaction',
  riskScore: 90,
  riskLevel: 'critical',
  recommendation: 'BLOCK',
  findings: [],
  paid: null,
}

test('each request is judged with what the page sent, two at once, and answered in order', async () => {
  let running = 0
  const asked: PageWalletRequest[] = []
  const scan = async (one: PageWalletRequest) => {
    assert.ok(++running <= 2)
    asked.push(one)
    await new Promise(setImmediate)
    running--
    return JUDGED
  }
  const scanner = createScanner({ scan }, signal)
  for (const number of [1, 2, 3, 4, 5]) scanner.add(request(`[${number}]`))
  const all = await scanner.all()
  assert.deepEqual(
    all.map(({ params, scan }) => [params, scan?.riskScore]),
    [1, 2, 3, 4, 5].map((number) => [`[${number}]`, 90]),
  )
  assert.deepEqual(asked[0], {
    method: 'eth_sendTransaction',
    chain: 'ethereum',
    params: [1],
    origin: 'https://a.example/',
  })
  assert.ok(all.every((one) => !('origin' in one)))
})

test('what could not be judged says so, in our words only', async () => {
  const errors = [new InvalidInput('body.to: expected an address'), new Error('secret of ours')]
  const scanner = createScanner({ scan: async () => Promise.reject(errors.shift()) }, signal)
  scanner.add(request('[]'))
  scanner.add(request('[]'))
  scanner.add(request('', 'too large'))
  const said = (await scanner.all()).map(({ scan, failure }) => [scan, failure])
  assert.deepEqual(said, [
    [null, 'It could not be scanned: body.to: expected an address'],
    [null, 'It could not be scanned: the scan failed.'],
    [null, 'too large'],
  ])
})

test('twenty are judged', async () => {
  const scanner = createScanner({ scan: async () => JUDGED }, signal)
  for (let number = 0; number < 25; number++) scanner.add(request(`[${number}]`))
  const all = await scanner.all()
  assert.equal(all.filter(({ scan }) => scan !== null).length, 20)
  assert.match(String(all[24]?.failure), /not scanned/)
})

test('each request is judged with those before it, in the order in which the page made them', async () => {
  const seen: unknown[] = []
  const scan = async (one: PageWalletRequest, _: AbortSignal, earlier: readonly PageWalletRequest[]) => {
    seen.push([one.params, earlier.map(({ params }) => params)])
    return JUDGED
  }
  const scanner = createScanner({ scan }, signal)
  for (const number of [1, 2, 3]) scanner.add(request(`[${number}]`))
  scanner.add(request('', 'too large'))
  scanner.add(request('[4]'))
  await scanner.all()
  assert.deepEqual(seen, [
    [[1], []],
    [[2], [[1]]],
    [[3], [[1], [2]]],
    [[4], [[1], [2], [3]]],
  ])
})
