import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { DelegateActs } from '@redoubt/risk/facts/delegateActs.ts'
import type { Permission, Revocations } from '@redoubt/risk/facts/revocationFacts.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { decodeFunctionResult, encodeFunctionData, keccak256, parseAbi, stringToHex } from 'viem/utils'
import { accountFact } from '../../intel/accountFact.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { knows } from '../../intel/testing/knows.ts'
import { ACTORS } from '../../sandbox/actors.ts'
import { approve, approveAll, safeCall, UNLIMITED } from '../../sandbox/history/calls.ts'
import { delegateAccount, signAuthorizations } from '../../testing/delegateAccount.ts'
import { createSimulator } from '../simulation/createSimulator.ts'
import { SimulationUnavailable, type Simulator } from '../simulation/simulator.ts'
import { assemble } from '../simulation/testing/assembler.ts'
import { gatherWalletContract } from '../walletContract/gatherWalletContract.ts'
import { planRevocations } from './planRevocations.ts'
import { DECREASE, REFUSE_ZERO, SET, strangeToken as token, YES } from './testing/strangeToken.ts'

const lower = (address: Address) => address.toLowerCase() as Address
const ABI = parseAbi([
  'function allowance(address owner, address spender) view returns (uint256)',
  'function allowance(address owner, address token, address spender) view returns (uint160, uint48, uint48)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function approve(address to, uint256 tokenId)',
])
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

describe('withdrawing permissions', () => {
  let sandbox: OpenSandbox
  let simulator: Simulator
  let placed = 0xdead0000
  before(async () => {
    sandbox = await openSandbox('ethereum')
    simulator = createSimulator({ sources: { ethereum: sandbox.source }, limits: { maxChildren: 1 } })
  })
  after(async () => {
    await simulator.close()
    await sandbox[Symbol.asyncDispose]()
  })

  async function plan(
    owner: Address,
    permissions: Permission[],
    {
      nonces = false,
      run = simulator,
      acts = { acts: [], tried: 1, cut: [] },
    }: { nonces?: boolean; run?: Simulator; acts?: DelegateActs | null } = {},
  ): Promise<Revocations> {
    const signal = AbortSignal.timeout(30_000)
    const chain = sandbox.source
    const block = await chain.head(signal)
    const accountOf = (address: Address) => accountFact({ chain, intel: knows() }, { block, address }, signal)
    const account = await accountOf(lower(owner))
    const wallet = await gatherWalletContract({ chain, accountOf }, { block, account }, signal)
    const request = { block, account, wallet, permissions, invalidateNonces: nonces }
    return planRevocations(
      { chain, simulator: run, delegateActs: async () => acts ?? Promise.reject(new Error('not tried')) },
      request,
      signal,
    )
  }
  const erc20 = (of: Address, spender: Address): Permission => ({
    standard: 'erc20',
    token: lower(of),
    spender: lower(spender),
    tokenId: null,
  })
  /** A stranger's token that lets the drainer spend 1,000 base units. */
  async function strange(code: Hex, allowance = 1_000n): Promise<Permission> {
    placed += 1
    const address: Address = `0x${placed.toString(16).padStart(40, '0')}`
    await sandbox.rpc('anvil_setCode', [address, code])
    const slot: Hex = `0x${'0'.repeat(64)}`
    await sandbox.rpc('anvil_setStorageAt', [address, slot, `0x${allowance.toString(16).padStart(64, '0')}`])
    await sandbox.rpc('evm_mine', [])
    return erc20(address, sandbox.world.traps.drainer)
  }
  const left = ({ transactions }: Revocations) =>
    transactions.flatMap(({ method, permissions }) => permissions.map(({ before, after }) => [method, before, after]))
  const reasons = ({ skipped }: Revocations) => skipped.map(({ reason }) => reason)

  test('an allowance to zero, also of a token like USDT; sent as it is, it works', async () => {
    const { actors, tokens, traps } = sandbox.world
    const wanted = [tokens.dai, tokens.usdt].map((one) => erc20(one, traps.drainer))
    const result = await plan(actors.careless, wanted)
    assert.deepEqual(left(result), [
      ['approve', UNLIMITED, 0n],
      ['approve', UNLIMITED, 0n],
    ])
    assert.deepEqual([result.simulated, result.skipped, result.proposal], [true, [], null])
    for (const { to, data, simulation, permissions } of result.transactions) {
      assert.ok(simulation?.success && simulation.gasUsed > 21_000n && simulation.gasUsed < 100_000n)
      assert.ok(permissions[0]?.symbol)
      await sandbox.send({ from: actors.careless, to, data })
    }
    const data = encodeFunctionData({ abi: ABI, functionName: 'allowance', args: [actors.careless, traps.drainer] })
    assert.equal(await sandbox.rpc('eth_call', [{ to: tokens.usdt, data }, 'latest']), `0x${'0'.repeat(64)}`)
    assert.deepEqual(reasons(await plan(actors.careless, wanted)), ['not-live', 'not-live'])
  })

  test('tokens that refuse an approval of zero', async () => {
    const { trader } = sandbox.world.actors
    const set = `${REFUSE_ZERO} ${SET} ${YES}`
    const decreasing = await strange(token(set, { 'decreaseAllowance(address,uint256)': DECREASE }))
    const bnbLike = await strange(token(set))
    const single = await strange(token(set), 1n)
    const result = await plan(trader, [decreasing, bnbLike, single])
    assert.deepEqual(left(result), [
      ['decreaseAllowance', 1_000n, 0n],
      ['approve-one', 1_000n, 1n],
    ])
    assert.deepEqual(reasons(result), ['refused'])
    assert.equal(result.skipped[0]?.permission.token, single.token)
  })

  test('revocations that are traps: they burn gas, move tokens, do nothing, never answer', async () => {
    const { trader } = sandbox.world.actors
    const forged = `1 0 MSTORE ${sandbox.world.traps.drainer} CALLER ${TRANSFER} 32 0 LOG3 ${SET} ${YES}`
    const honest = await strange(token(`${SET} ${YES}`))
    const result = await plan(trader, [
      await strange(token(`400000 0 KECCAK256 POP ${SET} ${YES}`)),
      await strange(token(forged)),
      await strange(token(YES)),
      await strange(token(YES, { 'allowance(address,address)': '1000000 0 RETURN' })),
      await strange(assemble(':a @a JUMP')),
      honest,
    ])
    assert.deepEqual(reasons(result).toSorted(), ['costly', 'moves-assets', 'no-effect', 'unreadable', 'unreadable'])
    assert.deepEqual(left(result), [['approve', 1_000n, 0n]], 'they do not spoil the honest one')
  })

  test('collectibles: one item, an operator, items of others', async () => {
    const { actors, nfts, traps } = sandbox.world
    const collectible = lower(nfts.collectible)
    const spender = lower(traps.drainer)
    const one = encodeFunctionData({ abi: ABI, functionName: 'approve', args: [traps.drainer, 7n] })
    await sandbox.send({ from: actors.collector, to: nfts.collectible, data: one })
    for (const to of [nfts.collectible, nfts.items])
      await sandbox.send({ from: actors.collector, to, data: approveAll(traps.drainer) })
    const wanted: Permission[] = [
      { standard: 'erc721', token: collectible, spender, tokenId: 7n },
      { standard: 'erc721', token: collectible, spender, tokenId: null },
      { standard: 'erc1155', token: lower(nfts.items), spender, tokenId: null },
    ]
    const result = await plan(actors.collector, wanted)
    assert.deepEqual(left(result), [
      ['approve', 1n, 0n],
      ['setApprovalForAll', 1n, 0n],
      ['setApprovalForAll', 1n, 0n],
    ])
    // It is the collector's, so it is not the trader's to withdraw.
    assert.deepEqual(reasons(await plan(actors.trader, wanted)), ['not-live', 'not-live', 'not-live'])
    for (const { to, data } of result.transactions) await sandbox.send({ from: actors.collector, to, data })
    assert.deepEqual(reasons(await plan(actors.collector, wanted)), ['not-live', 'not-live', 'not-live'])
  })

  test('Permit2: all in one lockdown, unused signatures too when asked; expired allowances are none', async () => {
    const { actors, tokens, permit2, traps, dex } = sandbox.world
    const grant = (of: Address, spender: Address, until: number) =>
      sandbox.send({
        from: actors.trader,
        to: permit2,
        data: encodeFunctionData({ abi: ABI, functionName: 'approve', args: [of, spender, 500n, until] }),
      })
    const { timestamp } = await sandbox.source.head(AbortSignal.timeout(5_000))
    await grant(tokens.usdc, traps.drainer, 2 ** 40)
    await grant(tokens.usdt, traps.drainer, Number(timestamp) + 1)
    const wanted = [tokens.usdc, tokens.dai, tokens.usdt].map(
      (of, at): Permission => ({
        standard: 'permit2',
        token: lower(of),
        tokenId: null,
        spender: lower(at === 1 ? dex.v3Router : traps.drainer),
      }),
    )
    await sandbox.rpc('evm_increaseTime', [60])
    await sandbox.rpc('evm_mine', [])
    const result = await plan(actors.trader, wanted, { nonces: true })
    assert.deepEqual(
      result.transactions.map(({ method, permissions }) => [method, permissions.map(({ after }) => after)]),
      [
        ['lockdown', [0n, 0n]],
        ['invalidateNonces', []],
        ['invalidateNonces', []],
      ],
    )
    assert.deepEqual(reasons(result), ['not-live'])
    for (const { to, data } of result.transactions) await sandbox.send({ from: actors.trader, to, data })
    const args = [actors.trader, tokens.usdc, traps.drainer] as const
    const data = encodeFunctionData({ abi: ABI, functionName: 'allowance', args })
    const words = (await sandbox.rpc('eth_call', [{ to: permit2, data }, 'latest'])) as Hex
    assert.deepEqual([BigInt(words.slice(0, 66)), Number(`0x${words.slice(130)}`)], [0n, 1])
  })

  test('a delegation ends with a signed form of what is answered', async () => {
    const { actors, honest, tokens, traps } = sandbox.world
    await sandbox.send({ from: actors.delegated, to: tokens.usdc, data: approve(traps.drainer, 5n) })
    const ending: Permission = { standard: 'eip7702', token: null, spender: lower(honest.delegate), tokenId: null }
    const result = await plan(actors.delegated, [erc20(tokens.usdc, traps.drainer), ending])
    assert.deepEqual(left(result), [
      ['undelegate', 1n, 0n],
      ['approve', 5n, 0n],
    ])
    const [first] = result.transactions
    assert.ok(first?.authorization && first.simulation?.success)
    const { address, nonce, chainId } = first.authorization
    const signer = privateKeyToAccount(ACTORS.delegated.privateKey)
    const signed = await signer.signAuthorization({ address, nonce: Number(nonce), chainId })
    const { r, s, yParity = 0 } = signed
    const quantity = (value: number | bigint): Hex => `0x${value.toString(16)}`
    await sandbox.rpc('eth_sendTransaction', [
      {
        from: actors.delegated,
        to: first.to,
        data: first.data,
        gas: quantity(100_000),
        authorizationList: [
          { chainId: quantity(chainId), address, nonce: quantity(nonce), yParity: quantity(yParity), r, s },
        ],
      },
    ])
    await sandbox.rpc('evm_mine', [])
    assert.equal(await sandbox.rpc('eth_getCode', [actors.delegated, 'latest']), '0x')
    assert.deepEqual(reasons(await plan(actors.delegated, [ending])), ['not-live'])
  })

  describe('the end of a delegation by its delegate', () => {
    /** Coins of the account, the delegate's code, what trying it as a stranger shows. */
    const SWEEPER = '0 0 0 0 SELFBALANCE 0xdead GAS CALL POP STOP'
    const LARGE_ONLY = `CALLVALUE ${10n ** 17n} LT @take JUMPI STOP :take ${SWEEPER}`
    const closed: DelegateActs = { acts: [], tried: 1, cut: [] }
    const open: DelegateActs = {
      ...closed,
      acts: [
        {
          kind: 'lets-anyone-withdraw',
          selector: '0x12345678',
          signature: null,
          args: [],
          caller: ACTORS.friend.address,
          lost: 1n,
          tokens: [],
          to: null,
        },
      ],
    }
    type Case = {
      what: string
      code: string
      acts?: DelegateActs | null
      coins?: bigint
      swept: boolean | null
      senders: string[]
    }
    const cases: Case[] = [
      { what: 'a sweeper', code: SWEEPER, swept: true, senders: ['sponsor'] },
      { what: 'one that takes large amounts only', code: LARGE_ONLY, swept: true, senders: ['sponsor'] },
      { what: 'one that any caller can empty later', code: 'STOP', acts: open, swept: true, senders: ['sponsor'] },
      { what: 'one that could not be tried', code: 'STOP', acts: null, swept: null, senders: ['sponsor'] },
      {
        what: 'one that obeys a key that its code names, perhaps',
        code: 'STOP',
        acts: { ...closed, namedKeys: [ACTORS.friend.address] },
        swept: null,
        senders: ['sponsor'],
      },
      { what: 'one that crashes the payment', code: ':a @a JUMP', swept: false, senders: ['sponsor'] },
      {
        what: 'one that takes no payment, of an account with coins',
        code: '0 0 REVERT',
        coins: 10n ** 18n,
        swept: false,
        senders: ['account', 'sponsor'],
      },
      { what: 'an honest one', code: 'STOP', swept: false, senders: ['account', 'sponsor'] },
    ]
    for (const [index, { what, code, acts = closed, coins = 0n, swept, senders }] of cases.entries())
      test(what, async () => {
        const { actors } = sandbox.world
        const quantity = (value: number | bigint): Hex => `0x${value.toString(16)}`
        const signer = privateKeyToAccount(keccak256(stringToHex(`undelegated ${index}`)))
        const delegate = lower(`0x${(0xde1e0000 + index).toString(16).padStart(40, '0')}`)
        await sandbox.rpc('anvil_setCode', [delegate, assemble(code)])
        await delegateAccount(sandbox.rpc, { signer, delegate, sponsor: actors.friend })
        await sandbox.rpc('anvil_setBalance', [signer.address, quantity(coins)])
        await sandbox.rpc('evm_mine', [])
        const ending: Permission = { standard: 'eip7702', token: null, spender: delegate, tokenId: null }
        const { transactions, simulated } = await plan(signer.address, [ending], { acts })
        const [made] = transactions
        assert.ok(made?.simulation?.success && simulated)
        const forms = [made, ...(made.alternative === null ? [] : [made.alternative])]
        assert.deepEqual([made.fundingIsSwept, forms.map(({ sender }) => sender)], [swept, senders])
        assert.deepEqual(left({ transactions } as Revocations), [['undelegate', 1n, 0n]])
        const nonce = BigInt((await sandbox.rpc('eth_getTransactionCount', [signer.address, 'latest'])) as Hex)
        for (const { sender, authorization } of forms) {
          assert.equal(authorization?.nonce, sender === 'sponsor' ? nonce : nonce + 1n)
          assert.equal(authorization?.chainId, 1)
        }
        // Each form, signed and sent, does what is said of it; the fee is sent first where the account pays.
        for (const { sender, to, data, authorization, simulation } of forms) {
          const snapshot = await sandbox.rpc('evm_snapshot', [])
          const { address, chainId, nonce: signed } = authorization ?? assert.fail('no authorization')
          const authorizationList = await signAuthorizations(signer, [
            { chainId: quantity(chainId), address, nonce: quantity(signed) },
          ])
          if (sender === 'account' && coins === 0n)
            await sandbox.send({ from: actors.friend, to: signer.address, data: '0x', value: 10n ** 16n })
          if (sender === 'account') await sandbox.rpc('anvil_impersonateAccount', [signer.address])
          const from = sender === 'account' ? signer.address : actors.friend
          const gas = quantity(((simulation?.gasUsed ?? 0n) * 3n) / 2n)
          await sandbox.rpc('eth_sendTransaction', [{ from, to, data, gas, authorizationList }])
          await sandbox.rpc('evm_mine', [])
          assert.equal(await sandbox.rpc('eth_getCode', [signer.address, 'latest']), '0x', sender)
          await sandbox.rpc('evm_revert', [snapshot])
        }
      })
  })

  test('a Safe: one proposal that its owners can execute', async () => {
    const { actors, safe, tokens, traps } = sandbox.world
    const asSafe = (to: Address, data: Hex, operation: 0 | 1 = 0) =>
      sandbox.send({ from: actors.trader, to: safe.account, data: safeCall(actors.trader, to, data, 0n, operation) })
    for (const one of [tokens.usdc, tokens.dai]) await asSafe(one, approve(traps.drainer, UNLIMITED))
    const wanted = [tokens.usdc, tokens.dai].map((one) => erc20(one, traps.drainer))
    const single = await plan(safe.account, wanted.slice(0, 1))
    assert.deepEqual(
      [single.proposal?.operation, single.proposal?.to, single.proposal?.verified],
      [0, wanted[0]?.token, true],
    )
    const { proposal, transactions } = await plan(safe.account, wanted)
    assert.deepEqual(left({ transactions } as Revocations), [
      ['approve', UNLIMITED, 0n],
      ['approve', UNLIMITED, 0n],
    ])
    assert.deepEqual([proposal?.operation, proposal?.verified], [1, true])
    assert.ok(proposal?.gasUsed)
    await asSafe(proposal.to, proposal.data, proposal.operation)
    assert.deepEqual(reasons(await plan(safe.account, wanted)), ['not-live', 'not-live'])
  })

  test('a Safe of two signatures works too; one whose guard forbids it is found out', async () => {
    const { actors, safe, tokens, traps } = sandbox.world
    const grant = safeCall(actors.trader, tokens.usdc, approve(traps.drainer, 7n))
    await sandbox.send({ from: actors.trader, to: safe.account, data: grant })
    const store = async (slot: Hex, value: string) => {
      await sandbox.rpc('anvil_setStorageAt', [safe.account, slot, `0x${value.padStart(64, '0')}`])
      await sandbox.rpc('evm_mine', [])
    }
    const verified = async () => (await plan(safe.account, [erc20(tokens.usdc, traps.drainer)])).proposal?.verified
    await store(`0x${'4'.padStart(64, '0')}`, '2')
    assert.equal(await verified(), true)
    const guard = keccak256(stringToHex('guard_manager.guard.address'))
    // A token answers to nothing that a Safe asks its guard.
    await store(guard, tokens.usdt.slice(2))
    assert.equal(await verified(), false)
    await store(guard, '0')
    assert.equal(await verified(), true)
  })

  test('a Safe whose owners all have to sign loses several at once, and keeps one', async () => {
    const { actors, safe } = sandbox.world
    const abi = parseAbi([
      'function addOwnerWithThreshold(address owner, uint256 threshold)',
      'function getOwners() view returns (address[])',
    ])
    const ownersOf = async () => {
      const data = encodeFunctionData({ abi, functionName: 'getOwners' })
      const answer = (await sandbox.rpc('eth_call', [{ to: safe.account, data }, 'latest'])) as Hex
      return decodeFunctionResult({ abi, functionName: 'getOwners', data: answer }).map(lower)
    }
    const added = (at: number): Address => `0x${(0xadd0 + at).toString(16).padStart(40, '0')}`
    const setThreshold = async (threshold: number) => {
      const slot: Hex = `0x${'4'.padStart(64, '0')}`
      await sandbox.rpc('anvil_setStorageAt', [safe.account, slot, `0x${threshold.toString(16).padStart(64, '0')}`])
      await sandbox.rpc('evm_mine', [])
    }
    await setThreshold(1)
    for (const at of [1, 2]) {
      const data = encodeFunctionData({ abi, functionName: 'addOwnerWithThreshold', args: [added(at), 1n] })
      await sandbox.send({ from: actors.trader, to: safe.account, data: safeCall(actors.trader, safe.account, data) })
    }
    const owners = await ownersOf()
    assert.ok(owners.length >= 3)
    const removal = (spender: Address): Permission => ({
      standard: 'safe-owner',
      token: lower(safe.account),
      spender,
      tokenId: null,
    })
    for (const threshold of [owners.length, 2]) {
      await setThreshold(threshold)
      const some = await plan(safe.account, owners.slice(1).map(removal))
      assert.deepEqual(
        some.transactions.map(({ simulation, permissions }) => [simulation?.success, permissions[0]?.after]),
        owners.slice(1).map(() => [true, 0n]),
        String(threshold),
      )
      assert.equal(some.proposal?.verified, true, String(threshold))
    }
    const all = await plan(safe.account, owners.map(removal))
    assert.deepEqual([all.transactions.length, reasons(all)], [owners.length - 1, ['refused']])
    assert.equal(all.proposal?.verified, true)
    await setThreshold(1)
  })

  test('without an engine the ordinary calls are answered, and said not to have been executed', async () => {
    const { actors, tokens, dex } = sandbox.world
    const broken = { ...simulator, simulateSequences: () => Promise.reject(new Error('no engine')) }
    const result = await plan(actors.trader, [erc20(tokens.wrapped, dex.v3Router)], { run: broken })
    assert.equal(result.simulated, false)
    assert.deepEqual([result.transactions[0]?.simulation, left(result)[0]?.[2]], [null, null])
  })

  test('one that kills the engine does not take the others with it', async () => {
    const { trader } = sandbox.world.actors
    const code = token(`${SET} ${YES}`)
    const [bad, good] = [await strange(code), await strange(code)]
    const dying: Simulator = {
      ...simulator,
      simulateSequences: (request) => {
        const calls = request.sequences.flatMap(({ blocks }) => blocks.flatMap((one) => one.calls))
        if (calls.some(({ to, data }) => to === bad.token && data.startsWith('0x095ea7b3')))
          return Promise.reject(new SimulationUnavailable('crashed', 'The engine died.'))
        return simulator.simulateSequences(request)
      },
    }
    const result = await plan(trader, [bad, good], { run: dying })
    assert.deepEqual(left(result), [
      ['approve', 1_000n, null],
      ['approve', 1_000n, 0n],
    ])
    assert.equal(result.simulated, false)
  })

  test('a hundred at once', async () => {
    const { trader } = sandbox.world.actors
    const wanted: Permission[] = []
    const code = token(`${SET} ${YES}`)
    for (let index = 0; index < 100; index++) wanted.push(await strange(code))
    let runs = 0
    const counted: Simulator = {
      ...simulator,
      simulateSequences: (request) => {
        runs++
        return simulator.simulateSequences(request)
      },
    }
    const result = await plan(trader, wanted, { run: counted })
    assert.ok(left(result).every(([, , after]) => after === 0n))
    assert.equal(result.transactions.length, 100)
    assert.ok(runs < 10, `${runs} runs, which would be a hundred one by one`)
  })
})
