import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encodeFunctionData, parseAbi, parseEther } from 'viem/utils'
import { SANDBOX_CHAINS } from '../../sandbox/canonical.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { sharedService } from '../../testing/sharedService.ts'

const service = await sharedService()

const ROUTER = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin,address[] path,address to,uint256 deadline) payable returns (uint256[])',
])
/** What wallets and front ends give a swap, in seconds. */
const TWENTY_MINUTES = 1_200n

// Front ends give every swap a deadline minutes away, so a run a day later fails where this one succeeds.
describe('a swap with the deadline of a front end', () => {
  for (const chain of SANDBOX_CHAINS)
    test(`proceeds on ${chain}, and the deadline is a note`, async () => {
      const { actors, dex, tokens, headTimestamp } = sandboxWorld(chain)
      const data = encodeFunctionData({
        abi: ROUTER,
        functionName: 'swapExactETHForTokens',
        args: [1n, [tokens.wrapped, tokens.usdc], actors.trader, BigInt(headTimestamp) + TWENTY_MINUTES],
      })
      const value = String(parseEther('0.1'))
      const body = { chain, from: actors.trader, to: dex.v2Router, value, data, options: { deadlineMs: 20_000 } }
      const result = await service.scan(body)
      const seen = `${result.recommendation} ${result.riskScore} ${result.warnings.map(({ id }) => id).join(', ')}`
      assert.equal(result.recommendation, 'PROCEED', seen)
      const notes = result.warnings.filter(({ id }) => id === 'simulation-evading-transaction')
      assert.deepEqual(
        notes.map(({ severity }) => severity),
        ['info'],
        seen,
      )
    })
})
