import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { encodeFunctionData, keccak256, numberToHex, parseAbi, stringToHex } from 'viem/utils'
import { type NodeRpc, nodeRpc } from '../src/sandbox/nodeRpc.ts'
import { type SandboxWorld, sandboxWorld } from '../src/sandbox/world.ts'
import { delegateAccount, signAuthorizations } from '../src/testing/delegateAccount.ts'
import { startScanService } from '../src/testing/scanService.ts'
import type { RescueResult } from '../src/usecases/rescue/renderRescue.ts'
import type { TortureResult } from './main.ts'
import { type Random, randomOf } from './randomOf.ts'

const RUNS = 100
/** Runs of the control: the account is funded and sends for itself. */
const CONTROL_RUNS = 10
/** Milliseconds for which the newest block is not read again. */
const HEAD_MS = 1_100
const TOKENS = ['usdc', 'usdt', 'dai'] as const
const ABI = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function balanceOf(address account) view returns (uint256)',
])
const GWEI = 10n ** 9n

type Victim = { signer: PrivateKeyAccount; safe: Address; held: Map<Address, bigint> }

/**
 * Accounts without a coin whose key a thief has, most of them delegated to the thief's code. Each is rescued as the service answers, while
 * the thief acts first in the same block, at a higher price: uses up nonces with delegations of its own, calls its code, and takes each
 * coin that arrives. `saved`: runs in which everything reached the safe address. `control`: saved when the account is funded and sends for
 * itself, which is what wallets offer.
 */
export default async function rescue(): Promise<TortureResult> {
  const service = await startScanService('test')
  const http = createOperatorFetch()
  try {
    const world = sandboxWorld('ethereum')
    const rpc = nodeRpc((await service.app.sandbox()).rpcUrls.ethereum, http)
    const rich = numberToHex(10n ** 24n)
    for (const payer of [world.actors.friend, world.actors.drainerOperator])
      await rpc('anvil_setBalance', [payer, rich])
    const random = randomOf(7)
    const victims: Victim[] = []
    for (let run = 0; run < RUNS + CONTROL_RUNS; run++) victims.push(await makeVictim(rpc, { world, random, run }))
    await new Promise((resolve) => setTimeout(resolve, HEAD_MS))
    const problems: string[] = []
    let saved = 0
    for (const [run, victim] of victims.slice(0, RUNS).entries()) {
      const response = await http.fetch({
        url: `${service.url}/v1/wallet/rescue/${victim.signer.address}`,
        method: 'POST',
        headers: { authorization: `Bearer ${service.tokens[0]}`, 'content-type': 'application/json' },
        body: JSON.stringify({ chain: 'ethereum', safe: victim.safe, sponsor: world.actors.friend }),
        deadlineMs: 30_000,
        maxBytes: 4 * 1024 ** 2,
      })
      if (response.status !== 200) throw new Error(`answered ${response.status}: ${response.body}`)
      const { data } = JSON.parse(response.body.toString()) as { data: RescueResult }
      await race(rpc, { world, victim, data, bumps: random(data.race.noncesCovered) })
      if (await isSaved(rpc, victim)) saved += 1
      else problems.push(`run ${run}`)
    }
    let control = 0
    for (const victim of victims.slice(RUNS)) {
      await sendForItself(rpc, { world, victim })
      if (await isSaved(rpc, victim)) control += 1
    }
    return {
      failed: RUNS - saved + control,
      runs: RUNS,
      saved,
      control: { runs: CONTROL_RUNS, saved: control },
      problems,
    }
  } finally {
    await http.close()
    await service.close()
  }
}

/** A key with some tokens and no coin, in three of four runs with the thief's delegate on it. */
async function makeVictim(
  rpc: NodeRpc,
  { world, random, run }: { world: SandboxWorld; random: Random; run: number },
): Promise<Victim> {
  const { actors, tokens, traps } = world
  const signer = privateKeyToAccount(keccak256(stringToHex(`rescued ${run}`)))
  const { address: safe } = privateKeyToAccount(keccak256(stringToHex(`safe ${run}`)))
  const held = new Map<Address, bigint>()
  for (const name of TOKENS) {
    if (random(3) === 0 && (name !== 'usdc' || held.size > 0)) continue
    const amount = BigInt(1 + random(5)) * 10n ** 6n
    await send(rpc, { from: actors.trader, to: tokens[name], data: call('transfer', [signer.address, amount]) })
    held.set(tokens[name], amount)
  }
  if (run >= RUNS || random(4) > 0)
    await delegateAccount(rpc, { signer, delegate: traps.maliciousDelegate, sponsor: actors.drainerOperator })
  return { signer, safe, held }
}

/** One block: the thief's transactions first, because they pay more, then the sponsor's. */
async function race(
  rpc: NodeRpc,
  { world, victim, data, bumps }: { world: SandboxWorld; victim: Victim; data: RescueResult; bumps: number },
): Promise<void> {
  const { actors, traps } = world
  const { signer } = victim
  const nonce = BigInt((await rpc('eth_getTransactionCount', [signer.address, 'latest'])) as Hex)
  const chainId = (await rpc('eth_chainId', [])) as Hex
  const price = (gwei: bigint) => ({
    maxFeePerGas: numberToHex(gwei * GWEI),
    maxPriorityFeePerGas: numberToHex(gwei * GWEI),
  })
  for (let bump = 0; bump < bumps; bump++) {
    const next = { chainId, address: traps.maliciousDelegate, nonce: numberToHex(nonce + BigInt(bump)) }
    const authorizationList = await signAuthorizations(signer, [next])
    const thief = { from: actors.drainerOperator, to: signer.address, data: '0x', gas: '0x30d40', authorizationList }
    await rpc('eth_sendTransaction', [{ ...thief, ...price(500n - BigInt(bump)) }])
  }
  const authorizationList = await signAuthorizations(signer, data.authorizations)
  for (const { from, to, data: input, gas, type } of data.transactions)
    await rpc('eth_sendTransaction', [
      { from, to, data: input, gas, ...(type && { authorizationList }), ...price(100n) },
    ])
  await rpc('evm_mine', [])
}

/** The account gets coins for gas and tries to send its tokens itself. */
async function sendForItself(rpc: NodeRpc, { world, victim }: { world: SandboxWorld; victim: Victim }): Promise<void> {
  const { address } = victim.signer
  await send(rpc, { from: world.actors.friend, to: address, value: numberToHex(10n ** 16n) })
  await rpc('anvil_impersonateAccount', [address])
  for (const [token, amount] of victim.held)
    await send(rpc, { from: address, to: token, data: call('transfer', [victim.safe, amount]), gas: '0x186a0' }).catch(
      () => undefined,
    )
}

async function isSaved(rpc: NodeRpc, { safe, held }: Victim): Promise<boolean> {
  for (const [token, amount] of held) {
    const data = call('balanceOf', [safe])
    if (BigInt((await rpc('eth_call', [{ to: token, data }, 'latest'])) as Hex) < amount) return false
  }
  return true
}

async function send(rpc: NodeRpc, transaction: object): Promise<void> {
  await rpc('eth_sendTransaction', [{ gas: '0x4c4b40', ...transaction }])
  await rpc('evm_mine', [])
}

function call(functionName: (typeof ABI)[number]['name'], args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0])
}
