import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { word } from '../../evm/trade/trader.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { approve } from '../../sandbox/history/calls.ts'
import { units } from '../../sandbox/profiles.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const ABI = parseAbi(['function join(uint256 amount)'])
const at = (mode: number): Address => `0x${(0x3e3be40000 + mode).toString(16).padStart(40, '0')}`

// The same code hands payments to a wallet and records them: what the further function does with the record is executed.
describe('payments that a wallet gets and the contract records', () => {
  let sandbox: OpenSandbox
  let service: ScanService

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { trader, artist } = sandbox.world.actors
    const { usdc } = sandbox.world.tokens
    for (const mode of [0, 1, 2, 3, 4]) {
      const desk = at(mode)
      await sandbox.rpc('anvil_setCode', [desk, readArtifact('MemberDesk').deployedBytecode])
      for (const [slot, value] of [artist, usdc, BigInt(mode)].entries())
        await sandbox.rpc('anvil_setStorageAt', [desk, `0x${word(BigInt(slot))}`, `0x${word(value)}`])
      await sandbox.send({ from: trader, to: usdc, data: approve(desk, units(100_000, 6)) })
      const data = encodeFunctionData({ abi: ABI, functionName: 'join', args: [units(100, 6)] })
      await sandbox.send({ from: trader, to: desk, data })
    }
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const custody = async (mode: number) => {
    const { status, json } = await service.ask('/v1/scan/contract', {
      chain: 'ethereum',
      address: at(mode),
      options: { deadlineMs: 28_000 },
    })
    assert.equal(status, 200, JSON.stringify(json))
    const { warnings } = json.data as { warnings: { id: string; severity: string; description: string }[] }
    const found = warnings.find(({ description }) =>
      /can pay it back only with assets of that wallet/.test(description),
    )
    return {
      found,
      said: warnings.map(({ id, severity, description }) => `${severity} ${id}: ${description}`).join('\n'),
    }
  }

  test('a subscription that takes the next month of its member keeps nothing for it', async () => {
    const { found, said } = await custody(0)
    assert.equal(found, undefined, said)
    assert.doesNotMatch(said, /^(high|critical) /m)
  })

  for (const [mode, name] of [
    [1, 'a wallet that pays back'],
    [2, 'a wallet that pays back after months of further payments'],
    [3, 'a wallet that pays back where the call says so'],
    [4, 'a function that refused when executed'],
  ] as const)
    test(`${name} has a deposit in custody`, async () => {
      const { found, said } = await custody(mode)
      assert.equal(found?.severity, 'high', said)
    })
})
