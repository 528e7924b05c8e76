import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { readOriginal } from '../../sandbox/testing/readOriginal.ts'
import { createAnalysisPool } from './createAnalysisPool.ts'
import { createBytecodeSource } from './createBytecodeSource.ts'

const { signal } = new AbortController()
const address: Address = `0x${'70ce'.repeat(10)}`
const token = readOriginal('TaxToken').deployedBytecode
const pair3 = readOriginal('UniswapV3Pool').deployedBytecode
/** Milliseconds: where an analysis has to be complete, no busy machine may cut it short. */
const AT_LEISURE = { milliseconds: 60_000 }
const DATA = process.env.REDOUBT_DATA ?? join(import.meta.dirname, '../../../../../../shared/data')

describe('analysis in worker threads', () => {
  const source = createBytecodeSource(AT_LEISURE)
  after(() => source.close())

  test('a contract, with its names', async () => {
    const bytecode = await source.analyse({ address, code: token, abi: null }, signal)
    assert.equal(bytecode?.address, address)
    assert.equal(bytecode?.complete, true)
    assert.ok(bytecode?.functions.some(({ signature }) => signature === 'transfer(address,uint256)'))
  })
  test('nothing to analyse', async () => {
    assert.equal(await source.analyse({ address, code: '0x', abi: null }, signal), null)
  })
  test('equal code at two addresses is analysed once and keeps its address', async () => {
    const other: Address = `0x${'07'.repeat(20)}`
    const [one, two] = await Promise.all([
      source.analyse({ address, code: token, abi: null }, signal),
      source.analyse({ address: other, code: token, abi: null }, signal),
    ])
    assert.equal(two?.address, other)
    assert.deepEqual({ ...two, address }, one)
  })
  test('who stops waiting gets the reason, and others the result', async () => {
    const impatient = source.analyse({ address, code: pair3, abi: null }, AbortSignal.timeout(1))
    const patient = source.analyse({ address, code: pair3, abi: null }, signal)
    await assert.rejects(impatient, { name: 'TimeoutError' })
    assert.equal((await patient)?.complete, true)
  })
})

describe('limits', () => {
  test('a thread that does not answer in time is ended, and the next analysis gets another', async () => {
    // A limit that has passed before the thread is up: as if it hung.
    await using pool = disposable(createAnalysisPool({ milliseconds: -10_000, startMs: 0, threads: 1 }))
    assert.equal(await pool.analyse(token), null)
    assert.equal(await pool.analyse(token), null, 'no caller is left waiting')
  })
  test('more than may wait is refused at once', async () => {
    await using pool = disposable(createAnalysisPool({ ...AT_LEISURE, threads: 1, queue: 2 }))
    const codes = [1, 2, 3, 4, 5].map((n): Hex => `${token}0${n}`)
    const answers = await Promise.all(codes.map((code) => pool.analyse(code)))
    assert.deepEqual(
      answers.map((one) => one === null),
      [false, false, false, true, true],
    )
  })
  test('closing answers everybody', async () => {
    const pool = createAnalysisPool({ threads: 1 })
    const waiting = [1, 2, 3].map((n) => pool.analyse(`${token}0${n}`))
    await pool.close()
    assert.deepEqual(await Promise.all(waiting), [null, null, null])
    assert.equal(await pool.analyse(token), null)
  })
  test('an idle thread ends, and the next analysis starts another', async () => {
    await using pool = disposable(createAnalysisPool({ ...AT_LEISURE, threads: 1, idleMs: 1 }))
    assert.equal((await pool.analyse(token))?.complete, true)
    await new Promise((resolve) => setTimeout(resolve, 100))
    assert.equal((await pool.analyse(token))?.complete, true)
  })
})

const file = join(DATA, 'tokens', 'test.jsonl.gz')
test('every fourth development bytecode: no crash, nothing over its limit', {
  skip: !existsSync(file) && `no ${file}`,
}, async () => {
  const rows = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')
  const some = rows.filter((_, index) => index % 4 === 0)
  const codes = some.map((row) => (JSON.parse(row) as { runtime: Hex }).runtime)
  const source = createBytecodeSource()
  const rest = codes.values()
  // One after the other for each of the threads.
  const lane = async () => {
    for (const code of rest) assert.ok(await source.analyse({ address, code, abi: null }, signal))
  }
  await Promise.all([lane(), lane()])
  await source.close()
  assert.equal(codes.length, 318)
})

function disposable<Pool extends { close(): Promise<void> }>(pool: Pool): Pool & AsyncDisposable {
  return { ...pool, [Symbol.asyncDispose]: () => pool.close() }
}
