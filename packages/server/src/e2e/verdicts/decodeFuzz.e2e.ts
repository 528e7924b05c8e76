import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { allScenarios } from '../../sandbox/scenarios.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { sharedService } from '../../testing/sharedService.ts'

const service = await sharedService()

/** 10,000 by `FUZZ_RUNS=10000`. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 1_000)
const SELECTORS = [
  'a9059cbb',
  '095ea7b3',
  '6a761202',
  'ac9650d8',
  '3593564c',
  '1fad948c',
  'e9ae5c53',
  '8d80ff0a',
  '617ba037',
]
const hex = (most: number) => fc.uint8Array({ maxLength: most }).map((bytes) => Buffer.from(bytes).toString('hex'))
const words = fc
  .array(fc.oneof(fc.bigInt({ min: 0n, max: 300n }), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })), { maxLength: 40 })
  .map((all) => all.map((one) => one.toString(16).padStart(64, '0')).join(''))
const calldata = fc
  .tuple(fc.oneof(fc.constantFrom(...SELECTORS), hex(4)), fc.oneof(words, hex(2_000)))
  .map(([selector, rest]) => `0x${selector}${rest}`)

describe('any call data, over HTTP', () => {
  test('is answered, decoded or not', async () => {
    const [scenario] = allScenarios(sandboxWorld('ethereum'))
    await fc.assert(
      fc.asyncProperty(calldata, async (data) => {
        const body = { ...scenario?.body, data, options: { simulate: false } }
        const { decoded } = await service.scan(body)
        assert.ok(decoded.functionName.length > 0)
        if (decoded.signature === null)
          assert.ok(decoded.abi === null || ['recovered', 'ambiguous'].includes(decoded.abi))
        else assert.equal(decoded.signature.startsWith(decoded.functionName), true)
      }),
      { numRuns: RUNS },
    )
  })
})
