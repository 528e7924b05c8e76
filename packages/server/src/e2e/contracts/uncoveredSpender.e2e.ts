import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { approve } from '../../sandbox/history/calls.ts'
import { nodeRpc } from '../../sandbox/nodeRpc.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import { ON_ETHEREUM } from '../../testing/newHead.ts'
import { quietApp } from '../../testing/quietApp.ts'
import { createScanClient } from '../../testing/scanClient.ts'

const LONG: Address = '0x00000000000000000000000000000000000a11e5'
const SHORT: Address = '0x00000000000000000000000000000000000a11e6'

/** Takes a token of an account for its caller, after some millions of rounds or at once. */
const takerCode = (rounds: string) =>
  assemble(
    `0 CALLDATALOAD 0xe0 SHR 0xdeadbeef EQ @take JUMPI 0 0 REVERT
     :take ${rounds} :round 1 SWAP1 SUB DUP1 @round JUMPI
     0x23b872dd 0xe0 SHL 0 MSTORE 36 CALLDATALOAD 4 MSTORE CALLER 36 MSTORE 68 CALLDATALOAD 68 MSTORE
     0 0 100 0 0 4 CALLDATALOAD GAS CALL POP STOP`,
  )

type Said = { warnings: { id: string; evidence: object }[]; unknown?: string[]; coverage?: { open: string[] } | null }

describe('a spender whose function cannot be followed to its end', () => {
  const http = createOperatorFetch()
  let service: Awaited<ReturnType<typeof quietApp>>
  let client: ReturnType<typeof createScanClient>
  let world: SandboxWorld

  before(async () => {
    service = await quietApp('test', {}, ON_ETHEREUM)
    const sandbox = await service.app.sandbox()
    world = sandbox.world.ethereum
    const rpc = nodeRpc(sandbox.rpcUrls.ethereum, http)
    await rpc('anvil_setCode', [LONG, takerCode('0xffffff')])
    await rpc('anvil_setCode', [SHORT, takerCode('1')])
    await rpc('evm_mine', [])
    client = createScanClient(service.url, String(service.tokens[0]))
  })
  after(async () => {
    await client.close()
    await service.app.close()
    await http.close()
  })

  async function contractScan(address: Address): Promise<Said> {
    const { json } = await client.ask('/v1/scan/contract', {
      address,
      chain: 'ethereum',
      options: { deadlineMs: 30_000 },
    })
    return json.data as Said
  }
  const approval = (spender: Address) =>
    client.scan({
      chain: 'ethereum',
      from: world.actors.trader,
      to: world.tokens.usdc,
      data: approve(spender, 5n),
      options: { deadlineMs: 30_000 },
    })
  const names = ({ warnings }: { warnings: readonly { id: string }[] }, id: string) =>
    warnings.some((one) => one.id === id)

  test('is named by its contract scan, and one that is followed is not', async () => {
    const [long, short] = [await contractScan(LONG), await contractScan(SHORT)]
    assert.equal(names(long, 'untested-token-pulls'), true, JSON.stringify(long.coverage))
    assert.deepEqual(long.coverage?.open.length, 1)
    assert.deepEqual([names(short, 'untested-token-pulls'), short.coverage?.open], [false, []])
  })

  test('is named by the scan of an approval, and one that is followed is not', async () => {
    assert.equal(names(await approval(LONG), 'untested-spender-pulls'), true)
    assert.equal(names(await approval(SHORT), 'untested-spender-pulls'), false)
  })
})
