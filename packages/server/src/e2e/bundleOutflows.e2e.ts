import { after, before, test } from 'node:test'
import { encodeFunctionData, getAddress, parseAbi, parseEther } from 'viem/utils'
import { transfer, transferFrom, approve } from '../demo/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../demo/nodeRpc.ts'
import { units } from '../demo/profiles.ts'
import { sandboxWorld } from '../demo/world.ts'
import { createOperatorFetch } from '../egress/operatorFetch.ts'
import type { Address, Hex } from '../risk/facts.ts'
import { type ScanService, startScanService } from '../testing/scanService.ts'
import { swapBody } from '../testing/swapBody.ts'

const ERC20 = parseAbi(['function balanceOf(address) view returns (uint256)'])
let service: ScanService
let rpc: NodeRpc
const http = createOperatorFetch()
before(async () => {
  service = await startScanService('test')
  rpc = nodeRpc((await service.app.sandbox()).rpcUrls.ethereum, http)
})
after(async () => { await http.close(); await service.close() })
const world = sandboxWorld('ethereum')
const { actors, tokens, decimals, dex, nfts } = world
const stranger: Address = getAddress('0x51a7e50000000000000000000000000000b0b123')
const second: Address = getAddress('0x77a7e50000000000000000000000000000b0b777')
const held = async (token: Address, of: Address = actors.trader) =>
  BigInt((await rpc('eth_call', [{ to: token, data: encodeFunctionData({ abi: ERC20, functionName: 'balanceOf', args: [of] }) }, 'latest'])) as Hex)
const swap = (() => { const { to, value, data } = swapBody(world); return { to, value, data } })()
test('repro', async () => {
  const usdc = await held(tokens.usdc), dai = await held(tokens.dai), usdt = await held(tokens.usdt), weth = await held(tokens.wrapped)
  const coin = BigInt((await rpc('eth_getBalance', [actors.trader, 'latest'])) as Hex)
  console.log({ usdc, dai, usdt, weth, coin })
  const all = (to: Address) => [
    { to: tokens.usdc, data: transfer(to, usdc) }, { to: tokens.dai, data: transfer(to, dai) }, { to: tokens.usdt, data: transfer(to, usdt) }]
  const nft = { to: nfts.collectible, data: encodeFunctionData({ abi: parseAbi(['function transferFrom(address,address,uint256)']), functionName: 'transferFrom', args: [actors.trader, stranger, 2n] }) }
  const shapes: Record<string, object[]> = {
    'swap+usdc': [swap, { to: tokens.usdc, data: transfer(stranger, usdc) }],
    'swap+all': [swap, ...all(stranger)],
    'all+swap': [...all(stranger), swap],
    'all': all(stranger),
    'swap+all to poisoner': [swap, ...all(actors.poisoner)],
    'swap+all two strangers': [swap, { to: tokens.usdc, data: transfer(stranger, usdc) }, { to: tokens.dai, data: transfer(second, dai) }],
    'swap+usdc halves': [swap, { to: tokens.usdc, data: transfer(stranger, usdc / 2n) }, { to: tokens.usdc, data: transfer(second, usdc / 2n) }],
    'swap+eth': [swap, { to: stranger, value: String(coin - parseEther('0.15')), data: '0x' }],
    'swap+nft': [swap, nft],
    'swap+dai approve pull': [swap, { to: tokens.dai, data: approve(stranger, dai) }],
    'swap+payment': [swap, { to: tokens.usdc, data: transfer(stranger, units(50, decimals.usdc)) }],
  }
  for (const [name, calls] of Object.entries(shapes)) {
    const r = await service.scan({ chain: 'ethereum', from: actors.trader, calls, options: { deadlineMs: 20_000 } })
    console.log(name, '=>', r.recommendation, r.riskScore, r.warnings.map((w) => `${w.id}:${w.severity}`).join(' '), r.unknown.join(','))
  }
  for (const [name, call] of Object.entries({ usdc: all(stranger)[0], nft })) {
    const r = await service.scan({ chain: 'ethereum', from: actors.trader, ...call, options: { deadlineMs: 20_000 } })
    console.log('single', name, '=>', r.recommendation, r.riskScore, r.warnings.map((w) => `${w.id}:${w.severity}`).join(' '))
  }
})
