import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sandboxWorld } from '../../sandbox/world.ts'
import { sharedService } from '../../testing/sharedService.ts'

const service = await sharedService()

/** PUSH0 CLZ POP PUSH0 PUSH0 RETURN: CLZ is an opcode from Osaka on (EIP-7939). */
const COUNTS_ZEROS = '0x5f1e505f5ff3'
/** SLOTNUM POP PUSH0 PUSH0 RETURN: an opcode from Amsterdam on (EIP-7843). */
const READS_SLOT = '0x4b505f5ff3'
/** PUSH0 PUSH0 RETURN. */
const PLAIN = '0x5f5ff3'

type Body = Record<string, unknown>

async function scan(chain: 'ethereum' | 'bsc', body: Body, fork = 'next') {
  const from = sandboxWorld(chain).actors.trader
  const result = await service.scan({ chain, from, to: null, ...body, options: { fork, deadlineMs: 20_000 } })
  const found = result.warnings.filter(({ id }) => id === 'outcome-changes-with-next-fork')
  return { ...result, found }
}

describe('a scan under the next fork', () => {
  test('executes the rules that the engine has, and names an outcome that changes', async () => {
    const { nextFork, simulation, found } = await scan('bsc', { data: COUNTS_ZEROS })
    assert.equal(simulation?.success, false)
    assert.deepEqual([nextFork?.current, nextFork?.next, nextFork?.notExecuted], ['prague', 'osaka', []])
    assert.deepEqual([nextFork?.execution?.success, nextFork?.execution?.sameOutcome], [true, false])
    assert.equal(found.length, 1)
    assert.match(found[0]?.description ?? '', /fails under prague and succeeds under osaka/)
  })

  test('is quiet where the outcome stays', async () => {
    const { nextFork, simulation, found } = await scan('bsc', { data: PLAIN })
    assert.equal(simulation?.success, true)
    assert.deepEqual([nextFork?.execution?.success, nextFork?.execution?.sameOutcome], [true, true])
    assert.deepEqual(found, [])
  })

  test('names the rules that the engine lacks, and what follows without them', async () => {
    const payment = { to: sandboxWorld('ethereum').actors.friend, value: '1' }
    const { nextFork, found } = await scan('ethereum', payment)
    assert.deepEqual([nextFork?.current, nextFork?.next, nextFork?.execution], ['osaka', 'amsterdam', null])
    assert.deepEqual(nextFork?.changes, [{ rule: 'EIP-7708', kind: 'logs', count: 1, contract: null }])
    assert.ok(nextFork?.notExecuted.includes('EIP-8024'))
    assert.deepEqual(found, [])
    const halted = await scan('ethereum', { data: READS_SLOT })
    assert.deepEqual(
      halted.nextFork?.changes.map(({ kind }) => kind),
      ['opcode'],
    )
    assert.equal(halted.found.length, 1)
  })

  test('is absent where it was not asked for, and null where nothing was executed', async () => {
    assert.equal('nextFork' in (await scan('bsc', { data: PLAIN }, 'current')), false)
    const from = sandboxWorld('bsc').actors.trader
    const body = { chain: 'bsc', from, to: from, options: { fork: 'next', simulate: false } }
    assert.equal((await service.scan(body)).nextFork, null)
  })
})
