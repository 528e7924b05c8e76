import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ChainLog, LogPage } from '../rpc/chainSource.ts'
import { readAllLogs } from './readAllLogs.ts'

const log = (block: number, index = 0, address = 'a') =>
  ({ blockNumber: BigInt(block), logIndex: index, address: `0x${address.repeat(40)}` }) as ChainLog
const page = (fromBlock: number, toBlock: number, ...logs: ChainLog[]): LogPage => ({
  fromBlock: BigInt(fromBlock),
  toBlock: BigInt(toBlock),
  logs,
})
/** Pages as the log reader gives them, newest first, each in the order of the chain; then `end`. */
function pages(all: LogPage[], end: () => void = () => undefined) {
  return {
    async *logPages() {
      yield* all
      end()
    },
  }
}
const RANGE = { fromBlock: 0n, toBlock: 99n }
const options = { signal: new AbortController().signal, max: 3 }
const blocks = ({ logs }: { logs: ChainLog[] }) =>
  logs.map(({ blockNumber, logIndex }) => [Number(blockNumber), logIndex])

describe('logs from the newest on', () => {
  test('the whole range, each log once, newest first', async () => {
    const read = await readAllLogs(pages([page(50, 99, log(60), log(70)), page(0, 49, log(5))]), RANGE, options)
    assert.deepEqual(blocks(read), [
      [70, 0],
      [60, 0],
      [5, 0],
    ])
    assert.deepEqual([read.from, read.whole, read.dropped], [0n, true, 0])
  })

  test('a failure leaves what was read, and says from where on', async () => {
    const fails = () => {
      throw new Error('no endpoint answers')
    }
    const some = await readAllLogs(pages([page(50, 99, log(60))], fails), RANGE, options)
    assert.deepEqual([blocks(some), some.from, some.whole], [[[60, 0]], 50n, false])
    const none = await readAllLogs(pages([], fails), RANGE, options)
    assert.deepEqual([none.logs, none.from, none.whole], [[], null, false])
  })

  test('too many: it ends at a block that is not here whole', async () => {
    const many = pages([page(0, 99, log(1), log(7, 0), log(7, 1), log(8), log(9))])
    const read = await readAllLogs(many, RANGE, options)
    assert.deepEqual(blocks(read), [
      [9, 0],
      [8, 0],
      [7, 1],
    ])
    assert.deepEqual([read.from, read.whole], [8n, false])
  })

  test('precious tokens are not pushed aside by however many others', async () => {
    const spam = Array.from({ length: 50 }, (_, at) => log(50 + Math.floor(at / 10), at % 10))
    const all = pages([page(50, 99, ...spam), page(0, 49, log(1, 0, 'b'), log(2))])
    const isPrecious = ({ address }: ChainLog) => address.startsWith('0xb')
    const read = await readAllLogs(all, RANGE, { ...options, isPrecious })
    assert.deepEqual(blocks(read), [
      [54, 9],
      [54, 8],
      [54, 7],
      [1, 0],
    ])
    assert.deepEqual([read.from, read.whole, read.dropped], [0n, true, 48])
  })
})
