import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SIMULATION_LIMITS } from './engine/simulationLimits.ts'
import type { PreparedRun } from './prepareRun.ts'
import { isSmallByGas } from './smallRun.ts'

type Given = { to?: string | null; gasLimit: bigint; limited?: boolean; blobs?: boolean }

test('only a gas limit that allows no large tree is enough', () => {
  const rows: [Given, boolean][] = [
    [{ gasLimit: 21_000n }, true],
    [{ gasLimit: 1_000_000n }, true],
    [{ gasLimit: 1_000_001n }, false],
    [{ gasLimit: 90_000n, to: null }, false],
    [{ gasLimit: 90_000n, blobs: true }, false],
    [{ gasLimit: 90_000n, limited: true }, false],
  ]
  for (const [{ to = '0xa1', gasLimit, limited = false, blobs = false }, expected] of rows) {
    const source = { to, ...(blobs && { maxFeePerBlobGas: 1n }) }
    const run = { source, gasLimit, gasLimitedByBalance: limited } as unknown as PreparedRun
    assert.equal(isSmallByGas(run, SIMULATION_LIMITS), expected)
  }
})
