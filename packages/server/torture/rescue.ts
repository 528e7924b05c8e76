import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { encodeFunctionData, keccak256, numberToHex, parseAbi, stringToHex, toEventSelector } from 'viem/utils'
import { assemble } from '../src/evm/simulation/testing/assembler.ts'
import { type NodeRpc, nodeRpc } from '../src/sandbox/nodeRpc.ts'
import { type SandboxWorld, sandboxWorld } from '../src/sandbox/world.ts'
import { delegateAccount, signAuthorizations } from '../src/testing/delegateAccount.ts'
import { startQuietService } from '../src/testing/quietService.ts'
import type { RescueResult } from '../src/usecases/rescue/renderRescue.ts'
import type { TortureResult } from './main.ts'
import { type Random, randomOf } from './randomOf.ts'

const RUNS = 100
/** Runs of the control: the account is funded and sends for itself. */
const CONTROL_RUNS = 10
/** Milliseconds for which the newest block is not read again. */
const HEAD_MS = 1_100
const TOKENS = ['usdc', 'usdt', 'dai', 'wrapped', 'honest'] as const
const ABI = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amountOrId)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function balanceOf(address account) view returns (uint256)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
  'function ownerOf(uint256 id) view returns (address)',
])
const ISSUER = parseAbi([
  'function mint(address to, uint256 id)',
  'function mint(address to, uint256 id, uint256 amount)',
])
const GWEI = 10n ** 9n
const UNLIMITED = 2n ** 256n - 1n
/** Every run asks again afterwards whose number this divides. */
const ASKED_AGAIN = 5
const STUCK: Address = '0x00000000000000000000000000000000005708cc'

/**
 * What the thief does first in the same block, at a higher price. `bumps`: uses up nonces, calls its code, takes coins. `delegate`: its code
 * takes tokens and items too. `spender`: takes them by approvals that the account gave. `unaware`: does not see the rescue, and acts after it.
 */
const THIEVES = ['bumps', 'delegate', 'spender', 'unaware'] as const
type Thief = (typeof THIEVES)[number]

/** `id` null: fungible. `edition`: ERC-1155. */
type Held = { token: Address; id: bigint | null; edition: boolean; amount: bigint }
type Victim = { signer: PrivateKeyAccount; safe: Address; thief: Thief; held: Held[]; stuck: boolean }
type Scene = { world: SandboxWorld; executor: Address; thiefAt: Address }

/**
 * Accounts without a coin whose key a thief has. Each is rescued as the service answers. `saved`: runs in which all that the thief had not
 * taken before reached the safe address. What a thief with the key takes first in the same block no plan can save: such assets are counted
 * (`takenFirst`), those of approvals must have been named before (`named`), and tokens that do not move must be said to stay (`stuck`).
 * `control`: saved when the account is funded and sends for itself, which is what wallets offer.
 */
export default async function rescue(): Promise<TortureResult> {
  const service = await startQuietService('test')
  const http = createOperatorFetch()
  try {
    const world = sandboxWorld('ethereum')
    const rpc = nodeRpc((await service.app.sandbox()).rpcUrls.ethereum, http)
    const rich = numberToHex(10n ** 24n)
    for (const payer of [world.actors.friend, world.actors.drainerOperator])
      await rpc('anvil_setBalance', [payer, rich])
    const scene: Scene = {
      world,
      executor: '0x00000000000000000000000000000000000e8ec0',
      thiefAt: world.actors.drainerOperator,
    }
    await placeCode(rpc, scene)
    const random = randomOf(7)
    const victims: Victim[] = []
    for (let run = 0; run < RUNS + CONTROL_RUNS; run++) victims.push(await makeVictim(rpc, scene, { random, run }))
    await new Promise((resolve) => setTimeout(resolve, HEAD_MS))
    const ask = async ({ signer, safe }: Victim): Promise<RescueResult> => {
      const response = await http.fetch({
        url: `${service.url}/v1/wallet/rescue/${signer.address}`,
        method: 'POST',
        headers: { authorization: `Bearer ${service.tokens[0]}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          chain: 'ethereum',
          safe,
          sponsor: world.actors.friend,
          options: { includeSpam: true, deadlineMs: 30_000 },
        }),
        deadlineMs: 40_000,
        maxBytes: 4 * 1024 ** 2,
      })
      if (response.status !== 200) throw new Error(`answered ${response.status}: ${response.body}`)
      return (JSON.parse(response.body.toString()) as { data: RescueResult }).data
    }
    const problems: string[] = []
    const counts = { assets: 0, reached: 0, takenFirst: 0, named: 0, stuck: 0 }
    const byThief = new Map<Thief, { runs: number; saved: number; takenFirst: number }>()
    let saved = 0
    for (const [run, victim] of victims.slice(0, RUNS).entries()) {
      const data = await ask(victim)
      const wrong = claimsOf(victim, data)
      const taken = await race(rpc, scene, { victim, data, random })
      const left = victim.held.filter((one) => !taken.includes(one))
      for (const one of left) if (!(await isAt(rpc, victim.safe, one))) wrong.push(`${one.token} ${one.id ?? ''} lost`)
      for (const one of taken)
        if (await isAt(rpc, victim.safe, one)) wrong.push(`${one.token} was not taken: the thief is none`)
      if (victim.thief === 'spender')
        for (const { token } of taken) {
          const isNamed = data.permitted.some(
            (one) => one.token.toLowerCase() === token.toLowerCase() && sameAddress(one.spender, scene.thiefAt),
          )
          if (isNamed) counts.named += 1
          else wrong.push(`${token} was permitted, and not named`)
        }
      if (run % ASKED_AGAIN === 0) {
        await new Promise((resolve) => setTimeout(resolve, HEAD_MS))
        const again = (await ask(victim)).assets.filter(({ token }) => !sameAddress(token, STUCK))
        if (again.length > 0) wrong.push(`still named: ${again.map(({ token }) => token).join()}`)
      }
      counts.assets += victim.held.length
      counts.reached += left.length
      counts.takenFirst += taken.length
      if (victim.stuck) counts.stuck += 1
      const of = byThief.get(victim.thief) ?? { runs: 0, saved: 0, takenFirst: 0 }
      const isSavedRun = wrong.length === 0
      byThief.set(victim.thief, {
        runs: of.runs + 1,
        saved: of.saved + Number(isSavedRun),
        takenFirst: of.takenFirst + taken.length,
      })
      if (isSavedRun) saved += 1
      else problems.push(`run ${run} (${victim.thief}): ${wrong.join('; ')}`)
    }
    let control = 0
    for (const victim of victims.slice(RUNS)) {
      await sendForItself(rpc, { world, victim })
      const arrived = await Promise.all(victim.held.map((one) => isAt(rpc, victim.safe, one)))
      if (arrived.every(Boolean)) control += 1
    }
    return {
      failed: RUNS - saved + control,
      runs: RUNS,
      saved,
      ...counts,
      thieves: Object.fromEntries(byThief),
      control: { runs: CONTROL_RUNS, saved: control },
      problems,
    }
  } finally {
    await http.close()
    await service.close()
  }
}

/** The thief's delegate: a payment goes to the thief; else it calls the account in the first word with the bytes behind it. And a token that stays. */
async function placeCode(rpc: NodeRpc, { executor, thiefAt }: Scene): Promise<void> {
  const sweep = `0 0 0 0 SELFBALANCE ${thiefAt.toLowerCase()} GAS CALL POP STOP`
  const make = '32 CALLDATASIZE SUB 32 0 CALLDATACOPY 0 0 32 CALLDATASIZE SUB 0 0 0 CALLDATALOAD GAS CALL POP STOP'
  await rpc('anvil_setCode', [executor, assemble(`CALLDATASIZE @made JUMPI ${sweep} :made ${make}`)])
  // Called with one word it logs that this account got 5; asked anything else it says 5, and moves nothing.
  const logged = `5 0 MSTORE 0 CALLDATALOAD ADDRESS ${toEventSelector('event Transfer(address,address,uint256)')} 32 0 LOG3 STOP`
  await rpc('anvil_setCode', [
    STUCK,
    assemble(`32 CALLDATASIZE EQ @logged JUMPI 5 0 MSTORE 32 0 RETURN :logged ${logged}`),
  ])
}

/** A key with tokens, pictures and editions and no coin, on it the thief's delegate. */
async function makeVictim(
  rpc: NodeRpc,
  scene: Scene,
  { random, run }: { random: Random; run: number },
): Promise<Victim> {
  const { actors, tokens, nfts, traps } = scene.world
  const signer = privateKeyToAccount(keccak256(stringToHex(`rescued ${run}`)))
  const { address: safe } = privateKeyToAccount(keccak256(stringToHex(`safe ${run}`)))
  const thief = THIEVES[random(THIEVES.length)] ?? 'bumps'
  const held: Held[] = []
  for (const name of TOKENS) {
    if (random(3) === 0 && held.length > 0) continue
    const amount = BigInt(1 + random(5)) * 10n ** 6n
    await send(rpc, { from: actors.trader, to: tokens[name], data: call('transfer', [signer.address, amount]) })
    held.push({ token: tokens[name], id: null, edition: false, amount })
  }
  for (let at = random(3); at > 0; at--) {
    const id = BigInt(10_000 + run * 10 + at)
    const data = encodeFunctionData({ abi: ISSUER, functionName: 'mint', args: [signer.address, id] })
    await send(rpc, { from: actors.artist, to: nfts.collectible, data })
    held.push({ token: nfts.collectible, id, edition: false, amount: 1n })
  }
  if (random(2) === 0) {
    const [id, amount] = [7n, BigInt(2 + random(5))]
    const data = encodeFunctionData({ abi: ISSUER, functionName: 'mint', args: [signer.address, id, amount] })
    await send(rpc, { from: actors.artist, to: nfts.items, data })
    held.push({ token: nfts.items, id, edition: true, amount })
  }
  const stuck = random(3) === 0
  if (stuck) await send(rpc, { from: actors.friend, to: STUCK, data: `0x${signer.address.slice(2).padStart(64, '0')}` })
  const plain = run >= RUNS || (thief === 'bumps' && random(2) === 0)
  const delegate = plain ? traps.maliciousDelegate : scene.executor
  await delegateAccount(rpc, { signer, delegate, sponsor: scene.thiefAt })
  if (thief === 'spender')
    for (const { token, id } of held) {
      const data =
        id === null ? call('approve', [scene.thiefAt, UNLIMITED]) : call('setApprovalForAll', [scene.thiefAt, true])
      await send(rpc, { from: scene.thiefAt, to: signer.address, data: order(token, data) })
    }
  return { signer, safe, thief, held, stuck }
}

/** What the plan must say before anything is sent. */
function claimsOf({ held, stuck }: Victim, { assets, unsaved }: RescueResult): string[] {
  const wrong: string[] = []
  for (const { token, id } of held) {
    const planned = assets.find(
      (one) => sameAddress(one.token, token) && one.tokenId === (id === null ? null : String(id)),
    )
    if (planned?.saved !== true) wrong.push(`${token} ${id ?? ''} is not planned`)
  }
  if (stuck) {
    const planned = assets.find(({ token }) => sameAddress(token, STUCK))
    if (planned?.saved !== false || !unsaved.some(({ contract }) => sameAddress(contract, STUCK)))
      wrong.push('what stays is not said to stay')
  }
  return wrong
}

/** One block: the thief's transactions first, because they pay more, then the sponsor's. Returns what the thief takes. */
async function race(
  rpc: NodeRpc,
  { executor, thiefAt }: Scene,
  { victim, data, random }: { victim: Victim; data: RescueResult; random: Random },
): Promise<Held[]> {
  const { signer, thief, held } = victim
  const nonce = BigInt((await rpc('eth_getTransactionCount', [signer.address, 'latest'])) as Hex)
  const chainId = (await rpc('eth_chainId', [])) as Hex
  const price = (gwei: bigint) => ({
    maxFeePerGas: numberToHex(gwei * GWEI),
    maxPriorityFeePerGas: numberToHex(gwei * GWEI),
  })
  let bid = 500n
  const first = async (transaction: object) => {
    await rpc('eth_sendTransaction', [{ from: thiefAt, gas: '0x7a120', ...transaction, ...price(bid) }])
    bid -= 1n
  }
  const bumps = thief === 'unaware' ? 0 : random(data.race.noncesCovered)
  for (let bump = 0; bump < bumps; bump++) {
    const next = { chainId, address: executor, nonce: numberToHex(nonce + BigInt(bump)) }
    await first({ to: signer.address, data: '0x', authorizationList: await signAuthorizations(signer, [next]) })
  }
  const way = { from: signer.address, to: thiefAt }
  const taken = thief === 'delegate' || thief === 'spender' ? held.filter(() => random(2) === 0) : []
  for (const one of taken) {
    await first(
      thief === 'spender'
        ? { to: one.token, data: take('spender', way, one) }
        : { to: signer.address, data: order(one.token, take('account', way, one)) },
    )
  }
  const authorizationList = await signAuthorizations(signer, data.authorizations)
  for (const { from, to, data: input, gas, type } of data.transactions)
    await rpc('eth_sendTransaction', [
      { from, to, data: input, gas, ...(type && { authorizationList }), ...price(100n) },
    ])
  await rpc('evm_mine', [])
  if (thief === 'unaware')
    for (const one of held)
      await send(rpc, {
        from: thiefAt,
        to: signer.address,
        data: order(one.token, take('account', way, one)),
      }).catch(() => undefined)
  return taken
}

/** Bytes by which the executor makes the call. */
function order(to: Address, data: Hex): Hex {
  return `0x${to.slice(2).padStart(64, '0')}${data.slice(2)}`
}

/** The call that takes it, of a spender or of the account itself. */
function take(by: 'spender' | 'account', { from, to }: { from: Address; to: Address }, one: Held): Hex {
  const { id, edition, amount } = one
  if (edition) return call('safeTransferFrom', [from, to, id, amount, '0x'])
  if (id === null && by === 'account') return call('transfer', [to, amount])
  return call('transferFrom', [from, to, id ?? amount])
}

function sameAddress(one: string | null, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase()
}

/** The account gets coins for gas and tries to send its tokens itself. */
async function sendForItself(rpc: NodeRpc, { world, victim }: { world: SandboxWorld; victim: Victim }): Promise<void> {
  const { address } = victim.signer
  await send(rpc, { from: world.actors.friend, to: address, value: numberToHex(10n ** 16n) })
  await rpc('anvil_impersonateAccount', [address])
  for (const { token, id, amount } of victim.held.filter((one) => one.id === null || one.edition === false))
    await send(rpc, {
      from: address,
      to: token,
      data: id === null ? call('transfer', [victim.safe, amount]) : call('transferFrom', [address, victim.safe, id]),
      gas: '0x186a0',
    }).catch(() => undefined)
}

/** Whether all of it is there. */
async function isAt(rpc: NodeRpc, holder: Address, { token, id, edition, amount }: Held): Promise<boolean> {
  const data =
    id === null
      ? call('balanceOf', [holder])
      : edition
        ? encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [holder, id] })
        : call('ownerOf', [id])
  const answer = BigInt((await rpc('eth_call', [{ to: token, data }, 'latest'])) as Hex)
  return id === null || edition ? answer >= amount : answer === BigInt(holder)
}

async function send(rpc: NodeRpc, transaction: object): Promise<void> {
  await rpc('eth_sendTransaction', [{ gas: '0x4c4b40', ...transaction }])
  await rpc('evm_mine', [])
}

function call(functionName: (typeof ABI)[number]['name'], args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0])
}
